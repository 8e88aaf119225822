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
 * Adds @path and the files it needs to @closure, each file once. A library that
 * can't be found is left out: either the program will not start, or it finds
 * the library in a way of its own (dlopen). Returns 0, or -errno if @path
 * itself can't be read.
 */
int closure_add(struct closure *closure, const char *path);
void closure_deinit(struct closure *closure);
/*
 * Whether it is an executable text without `#!`, which execvp(3) passes to the
 * shell.
 */
bool closure_is_shell_script(const char *path);

#endif
