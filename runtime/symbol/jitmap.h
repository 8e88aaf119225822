/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that a program compiled while it ran, as it tells them in
 * /tmp/perf-PID.map (Java, node, LuaJIT, .NET ...), a line each:
 *
 *	7f1c8c0a5b40 1c0 Lcom/example/Main;::run
 */
#ifndef DTRACE_RUNTIME_SYMBOL_JITMAP_H
#define DTRACE_RUNTIME_SYMBOL_JITMAP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct jitmap;

struct jitmap_function {
	const char *name; /* lives until the next jitmap_find() */
	uint64_t off_bytes;
};

/* Remembers whose @pid is while it lives; nothing is read yet. */
struct jitmap *jitmap_create(pid_t pid);
/* NULL is legal. */
void jitmap_destroy(struct jitmap *jit);

/* Opens the file if it is there, to have it when the process is gone. */
void jitmap_see(struct jitmap *jit);
/* Was it there when it was looked for last? */
bool jitmap_is_there(const struct jitmap *jit);
/*
 * The function around @uaddr; lines that were added since are read when it
 * is not known. False: none.
 */
bool jitmap_find(struct jitmap *jit, uint64_t uaddr,
		 struct jitmap_function *ret);

#endif
