/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types of the kernel, from its BTF, as a source for lang/. Nothing is opened
 * before the first name is looked up.
 */
#ifndef DTRACE_RUNTIME_TYPES_BTF_H
#define DTRACE_RUNTIME_TYPES_BTF_H

#include "lang/type/type.h"
#include "runtime/symbol/kallsyms.h"

/*
 * Creates a source of the kernel's types. @dir contains the BTF files (NULL:
 * /sys/kernel/btf; copied). @kallsyms gives symbols their addresses (borrowed;
 * NULL: there are no symbols). The source serves one table, and types made by
 * it must not be used once it is destroyed.
 */
struct type_source *btf_source_create(const char *dir,
				      struct kallsyms *kallsyms);
/* Changes the folder; only before the first type is looked up. */
void btf_source_set_folder(struct type_source *source, const char *dir);
/* NULL is legal. */
void btf_source_destroy(struct type_source *source);

/*
 * Finds the id in BTF of the per-CPU variable @name of the kernel itself.
 * Returns 0 or -ENOENT.
 */
int btf_percpu_find(struct type_source *source, struct type_table *table,
		    const char *name, uint32_t *id_ret,
		    const struct type **type_ret);

/* A function or tracepoint in the form in which bpf(2) takes it. */
struct btf_func {
	const char *module; /* "vmlinux" or a module's name */
	uint32_t btf_id; /* for attach_btf_id, in that module's BTF */
	const struct type *type; /* TYPE_FUNCTION */
};

/*
 * Finds the function @name of @module (NULL: of vmlinux, then of the modules by
 * name); the first of several static functions of that name. Returns 0,
 * -ENOENT, or -errno if BTF can't be read.
 */
int btf_func_find(struct type_source *source, struct type_table *table,
		  const char *module, const char *name, struct btf_func *ret);
/*
 * The same for tracepoint @name. btf_id is the id of the typedef
 * btf_trace_NAME, which tp_btf programs need; the type has the tracepoint's
 * arguments, without the first one of the kernel's callbacks (void *data).
 */
int btf_tracepoint_find(struct type_source *source, struct type_table *table,
			const char *module, const char *name,
			struct btf_func *ret);

/*
 * Calls @found for each tracepoint of vmlinux and the modules; @name is valid
 * as long as the source. Returns 0, or -errno: there is no BTF.
 */
int btf_tracepoint_each(struct type_source *source,
			void (*found)(void *arg, const char *name), void *arg);

#endif
