/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the fbt provider share:
 *
 *	fbt_list.c	the kernel's functions, and which can be probed
 *	fbt_args.c	BTF prototypes -> texts for args[], struct abi_arg
 *	fbt.c		description x function -> classes -> programs -> links
 */
#ifndef DTRACE_RUNTIME_PROVIDER_FBT_H
#define DTRACE_RUNTIME_PROVIDER_FBT_H

#include "base/map.h"
#include "runtime/provider/provider.h"

enum fbt_way {
	FBT_ENTRY,
	FBT_RETURN,
	FBT_WAY_CNT,
};

/* A function by name; several of one name are one probe with several sites. */
struct fbt_func {
	const char *module, *name; /* borrowed from kallsyms */
	uint32_t site_first, site_cnt;
	bool is_looked_up;
	const char *why; /* fbt_why() */
	uint32_t set[FBT_WAY_CNT]; /* clauses that run there: fbt.c */
};

struct fbt_list {
	VEC(struct fbt_func) funcs; /* by module (vmlinux first) and name */
	VEC(uint64_t) kaddrs;	    /* of sites, those of a function together */
	const char *problem;	    /* nothing can be probed: why; or NULL */
	struct map traceable;	    /* lines of available_filter_functions */
	struct map forbidden;	    /* names of kprobes/blacklist */
};

/* Why this kernel has no function probes, in the arena; NULL: it has. */
const char *fbt_problem(struct arena *arena);
/*
 * All functions. Reads what the kernel says of them, tens of milliseconds.
 * list->problem is set when it says nothing.
 */
void fbt_list_init(struct fbt_list *list, struct arena *arena,
		   struct kallsyms *kallsyms);
void fbt_list_deinit(struct fbt_list *list);
/* Why a function of the list can't be probed: static text; NULL: it can. */
const char *fbt_why(const struct fbt_list *list, struct fbt_func *func);

enum { FBT_REG_ARG_CNT = 6 };
/* Where the registers of arguments are in struct pt_regs. */
extern const uint8_t fbt_arg_regs[FBT_REG_ARG_CNT];

/* The prototype of a function; NULL: its types are not known. */
const struct type *fbt_prototype(struct type_table *types,
				 const struct fbt_func *func);
/* Where its arguments are at entry, or its result at return. */
void fbt_args(const struct type *prototype, enum fbt_way way,
	      struct abi_arg ret[ABI_ARG_MAX]);
/*
 * Makes @args fit a further function too: where the two differ, the whole
 * register is given.
 */
void fbt_args_join(struct abi_arg args[ABI_ARG_MAX],
		   const struct abi_arg more[ABI_ARG_MAX]);

#endif
