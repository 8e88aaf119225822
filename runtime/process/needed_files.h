/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The files that a program will map when it starts: itself, its interpreter
 * if it is a script, and the libraries that the run-time linker will load
 * for DT_NEEDED. They are found without running anything.
 */
#ifndef DTRACE_RUNTIME_PROCESS_NEEDED_FILES_H
#define DTRACE_RUNTIME_PROCESS_NEEDED_FILES_H

#include <stdbool.h>

#include "base/vec.h"

#define CLOSURE_SHELL "/bin/sh"

struct closure {
	VEC(char *) paths; /* owned; the program first, then its libraries */
};

/*
 * Adds @path and what it needs to @closure, each file once. A library that
 * can't be found is left out: the program will not start then, or finds it
 * by means that only it knows (dlopen). Returns 0, or -errno when @path
 * itself can't be read.
 */
int closure_add(struct closure *closure, const char *path);
void closure_deinit(struct closure *closure);
/* An executable text without `#!`, which execvp(3) gives to the shell? */
bool closure_is_shell_script(const char *path);

#endif
