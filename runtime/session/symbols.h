/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names and types of the kernel, of processes and of the D library.
 */
#ifndef DTRACE_RUNTIME_SESSION_SYMBOLS_H
#define DTRACE_RUNTIME_SESSION_SYMBOLS_H

struct arena;

/* All members are owned. */
struct session_symbols {
	struct kallsyms *kallsyms; /* read when needed */
	struct usersym *usersym;
	struct demangler *demangler;
	struct unwinder *unwinder; /* NULL: not asked for */
	struct type_source *type_source; /* the kernel's BTF */
	struct dlib *dlib;
};

void session_open_symbols(struct session_symbols *symbols, struct arena *arena);
void session_close_symbols(struct session_symbols *symbols);

#endif
