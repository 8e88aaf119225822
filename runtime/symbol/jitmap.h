/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that a program compiled while it ran, as it lists them in
 * /tmp/perf-PID.map (Java, node, LuaJIT, .NET ...), one on each line:
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

/* Records the owner of @pid while it lives; nothing is read yet. */
struct jitmap *jitmap_create(pid_t pid);
/* NULL is legal. */
void jitmap_destroy(struct jitmap *jit);

/*
 * Opens the file if it exists, so that it can be read after the process ended.
 */
void jitmap_see(struct jitmap *jit);
/* Whether the file existed when it was last looked for. */
bool jitmap_is_there(const struct jitmap *jit);
/*
 * Finds the function around @uaddr, after reading the lines that were added.
 * Returns false if there is none.
 */
bool jitmap_find(struct jitmap *jit, uint64_t uaddr,
		 struct jitmap_function *ret);

#endif
