// SPDX-License-Identifier: BSD-2-Clause
/*
 * opens LIBRARY FILE [FILE]: opens the library once the first file holds
 * something, and calls its call() once the second one does.
 */
#include <dlfcn.h>
#include <stdio.h>

#include "gate.h"

int main(int argc, char **argv)
{
	void (*call)(void) = NULL;
	void *library;

	if (argc < 3)
		return 2;
	wait_for_text(argv[2]);
	library = dlopen(argv[1], RTLD_NOW);
	if (library)
		*(void **)&call = dlsym(library, "call");
	if (!call) {
		fprintf(stderr, "%s\n", dlerror());
		return 1;
	}
	wait_for_text(argc > 3 ? argv[3] : NULL);
	call();
	return 0;
}
