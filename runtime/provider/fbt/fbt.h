/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the fbt provider share:
 *
 *	fbt_functions.c	the kernel's functions, which can be probed, their probes
 *	fbt_arg_location.c	BTF prototypes -> texts for args[], struct abi_arg
 *	fbt.c		description x function -> probes, sets of clauses
 *	fbt_offset.c	instructions inside of functions
 *	fbt_generate.c
 *			functions with equal sets -> classes -> programs
 *	fbt_fentry_eligible.c	which functions get a program each (fentry)
 *	fbt_attach.c	programs -> links
 */
#ifndef DTRACE_RUNTIME_PROVIDER_FBT_FBT_H
#define DTRACE_RUNTIME_PROVIDER_FBT_FBT_H

#include "base/map.h"
#include "base/vec.h"
#include "runtime/provider/provider.h"
#include "runtime/types/btf.h"

enum fbt_way {
	FBT_ENTRY,
	FBT_RETURN,
	FBT_WAY_CNT, /* that every function has */
	FBT_OFFSET = FBT_WAY_CNT, /* at an instruction */
};

/* The functions that have one name: one probe, with a site for each. */
struct fbt_func {
	const char *module, *name; /* borrowed from kallsyms */
	uint32_t site_first, site_cnt;
	uint32_t size_bytes; /* up to the next symbol, of the shortest site */
	uint32_t offset_idx; /* fbt_state.offsets: its first, or 0 */
	bool is_looked_up;
	const char *why; /* fbt_why() */
	uint32_t set[FBT_WAY_CNT]; /* the clauses that run there: fbt_state.sets */
};

struct fbt_list {
	VEC(struct fbt_func) funcs; /* by module (vmlinux first) and name */
	VEC(uint64_t) kaddrs;	    /* of the sites, grouped by function */
	const char *problem;	    /* why nothing can be probed, or NULL */
	struct map traceable;	    /* lines of available_filter_functions */
	struct map forbidden;	    /* names of kprobes/blacklist */
};

/* Returns why this kernel has no function probes (in the arena), or NULL. */
const char *fbt_problem(struct arena *arena);
/*
 * Lists all functions, by reading files of tracefs and debugfs, which takes
 * tens of milliseconds. If they can't be read, list->problem is set.
 */
void fbt_list_init(struct fbt_list *list, struct arena *arena,
		   struct kallsyms *kallsyms);
void fbt_list_deinit(struct fbt_list *list);
/* Returns why a function can't be probed (static text), or NULL if it can. */
const char *fbt_why(const struct fbt_list *list, struct fbt_func *func);
/* The same, or why only a description that writes its name out means it. */
const char *fbt_why_in_pattern(const struct fbt_list *list,
			       struct fbt_func *func);

/* A set of clauses: those of set @prev, then @clause. Set 0 is empty. */
struct fbt_set {
	uint32_t prev;
	uint32_t clause_cnt;
	const struct clause *clause;
	uint32_t used_args; /* that the clauses read; fbt_generate.c */
	bool is_large;	 /* its program is too large for fentry */
};

/* An instruction in a function, at all of the function's sites. */
struct fbt_offset {
	uint32_t func_idx;
	uint32_t off_bytes;
	const char *name;  /* of the probe; in the arena */
	uint32_t next_idx; /* another one in the function, or 0 */
	uint32_t set;	   /* the clauses that run there */
};

struct fbt_site {
	uint64_t kaddr;
	uint32_t func_idx;
	uint32_t off_bytes; /* in the function; FBT_OFFSET */
	const char *name;   /* of the probe */
	int8_t widths[ABI_WIDTH_MAX]; /* of the arguments, as probe_abi.width */
};

struct fbt_state {
	const struct prov_env *env;
	const char *provider;
	bool is_raw;
	bool is_loaded;
	struct fbt_list list;
	VEC(struct fbt_set) sets;
	VEC(struct fbt_offset) offsets; /* the first stands for none */
	VEC(struct fbt_class *) classes;
	size_t wanted_cnt; /* sites with clauses */
	size_t wanted_offset_cnt; /* those of them inside of functions */
	struct gen *gen;
};

struct fbt_class {
	struct fbt_state *state;
	enum fbt_way way;
	uint32_t set;
	struct abi_arg args[ABI_ARG_MAX];
	VEC(struct fbt_site) sites; /* by address; the index is the tag */
	uint64_t *kaddrs;	    /* of the sites; in the arena */
	uint32_t prog_id;
	bool is_fentry; /* if so, it has one site */
	struct btf_func btf;
};

/* fbt_functions.c: the probes of a function and of a set of them */
extern const char *const fbt_way_names[FBT_WAY_CNT];
const struct probe *fbt_probe(const struct fbt_state *state,
			      const struct fbt_func *func, const char *name);
/* The probe of a class's site. */
const struct probe *fbt_site_probe(const struct fbt_class *class,
				   size_t site_idx);
static inline const struct fbt_func *fbt_site_func(const struct fbt_class *class,
						   size_t site_idx)
{
	return &class->state->list.funcs.v[class->sites.v[site_idx].func_idx];
}

/*
 * fbt_offset.c: whether @name is that of an offset probe: up to 8 hexadecimal
 * digits, as pid probes have them. Fills *@ret.
 */
bool fbt_offset_parse(const char *name, uint32_t *ret);
/* Returns why the function has no such offset (static text), or NULL. */
const char *fbt_offset_why(const struct fbt_func *func, uint32_t off_bytes);
/*
 * Returns the index in fbt_state.offsets of an offset in a function; adds it
 * if it is not there.
 */
uint32_t fbt_offset_get(struct fbt_state *state, uint32_t func_idx,
			uint32_t off_bytes);

/* fbt_generate.c: provider_ops.generate */
int fbt_generate(void *p, struct gen *gen);
/* How a kprobe program finds the class's arguments, even if it uses fentry. */
void fbt_kprobe_abi(const struct fbt_class *class, struct probe_abi *ret);
/* fbt_attach.c: provider_ops.attach */
int fbt_attach(void *p, const int *prog_fds, struct kern_links *links,
	       struct strbuf *warn);

/* fbt_fentry_eligible.c: whether few enough functions are enabled for fentry to pay. */
bool fbt_fentry_is_worth(const struct fbt_state *state);
/* Whether the function can have a fentry program; then fills *@ret. */
bool fbt_fentry_find(const struct fbt_state *state,
		     const struct fbt_func *func, enum fbt_way way,
		     struct btf_func *ret);
/* The same for the function at @kaddr of a module, for other providers. */
bool fbt_fentry_function(const struct prov_env *env, const char *module,
			 const char *name, uint64_t kaddr, enum fbt_way way,
			 struct btf_func *ret);

/* Returns the prototype of a function, or NULL if its types are unknown. */
const struct type *fbt_prototype(struct type_table *types,
				 const struct fbt_func *func);
/* Tells where the arguments are at entry, or the result at return. */
void fbt_args(const struct type *prototype, enum fbt_way way,
	      struct abi_arg ret[ABI_ARG_MAX]);
/* The same for a fentry program (ABI_FENTRY). */
void fbt_fentry_args(const struct type *prototype, enum fbt_way way,
		     struct abi_arg ret[ABI_ARG_MAX]);
/* Have both functions these arguments, and in the same places? */
bool fbt_args_fit(const struct abi_arg args[ABI_ARG_MAX],
		  const struct abi_arg more[ABI_ARG_MAX]);
/*
 * Makes @args valid for another function too, whose arguments fit: one whose
 * size or sign differs becomes the whole register.
 */
void fbt_args_join(struct abi_arg args[ABI_ARG_MAX],
		   const struct abi_arg more[ABI_ARG_MAX]);

#endif
