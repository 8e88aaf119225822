/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Symbols of the kernel and its modules, from /proc/kallsyms. It is read (in
 * about 50 ms) at the first lookup of an address, and again when modules were
 * loaded; for names, see kallsyms.c.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_KALLSYMS_H
#define DTRACE_RUNTIME_SYMBOL_KALLSYMS_H

#include <stdint.h>

struct kallsyms;

/* Text lives as long as the table. */
struct kallsyms_symbol {
	const char *module; /* "vmlinux" for the kernel itself */
	const char *name;
	uint64_t start_kaddr;
	uint64_t off_bytes; /* of the address that was asked for */
	uint64_t module_kaddr; /* its first function; by address only */
};

/*
 * @path: NULL for /proc/kallsyms; else modules are in @path.modules. Copied.
 * Nothing is read yet.
 */
struct kallsyms *kallsyms_create(const char *path);
/* NULL is legal. */
void kallsyms_destroy(struct kallsyms *syms);

/*
 * Finds the function around @kaddr. Returns 0; -ENOENT: there is none; -EPERM:
 * the kernel does not show addresses; or -errno of the file.
 */
int kallsyms_find(struct kallsyms *syms, uint64_t kaddr,
		  struct kallsyms_symbol *ret);
/*
 * Calls @fn for every function, by address, and for each of several names at
 * one address. Returns 0, or as kallsyms_find().
 */
int kallsyms_walk(struct kallsyms *syms,
		  void (*fn)(void *ctx, const struct kallsyms_symbol *symbol),
		  void *ctx);
/*
 * Finds the symbol @name, a function or a variable, in @module (NULL: in any,
 * the kernel itself first); off_bytes is 0, name is @name itself. Returns as
 * kallsyms_find().
 */
int kallsyms_find_name(struct kallsyms *syms, const char *module,
		       const char *name, struct kallsyms_symbol *ret);
/*
 * Explains to the user why there are no symbols; NULL if there are some, or if
 * none was looked up yet.
 */
const char *kallsyms_problem(const struct kallsyms *syms);

#endif
