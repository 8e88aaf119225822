/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interface between a provider and the session. Calls come in this order:
 *
 *	create
 *	match		for each description of each clause, once; the session
 *			keeps the sites and checks the clauses
 *	enable		for each clause and site, then enable_later
 *	generate, load (by the session), attach, start
 *	lookup, mapped	while the session runs
 *	destroy
 *
 * match() is also called, without enabling, to list probes and to explain why
 * a description has none. A provider keeps what is enabled; the session owns
 * probes, programs and maps.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_PROVIDER_H
#define DTRACE_RUNTIME_PROVIDER_PROVIDER_H

#include "base/diag.h"
#include "lang/ast.h"
#include "runtime/codegen/gen.h"
#include "runtime/common/option.h"
#include "runtime/common/probe.h"
#include "runtime/kernel/link/link.h"
#include "runtime/kernel/mmaps.h"
#include "runtime/process/process.h"
#include "runtime/symbol/kallsyms.h"

/* What providers may use of the session. All borrowed. */
struct prov_env {
	struct arena *arena;
	const struct options *options;
	struct probe_table *probes;
	struct process_list *processes; /* of -c and -p */
	const char *const *files;	/* -l FILE */
	size_t file_cnt;
	struct kallsyms *kallsyms;
	struct type_table *types; /* its source, if any: runtime/types/btf.h */
	/*
	 * From now on the provider will hear of all that is mapped, and links
	 * follow their processes (kernel/link/link_rebind.h); before it looks at what is
	 * mapped already. NULL: nothing will be traced.
	 */
	void (*watch)(void *ctx);
	/* All processes are to be looked at, and some will be missed. */
	void (*not_all)(void *ctx);
	/*
	 * While providers attach: loads a program that was made only then. A
	 * descriptor, or -errno with the message said.
	 */
	int (*load)(void *ctx, const struct code *code);
	void *ctx;
};

/* For programs that are made while the session runs. */
struct prov_late {
	struct gen *gen;
	/*
	 * Loads @code, a program of these clauses. A descriptor, or -errno
	 * with the message said.
	 */
	int (*load)(void *ctx, const struct code *code,
		    const struct clause *const *clauses, size_t clause_cnt);
	void *ctx;
	struct kern_links *links;
	struct strbuf *said; /* messages for the user, each with a newline */
};

/* A probe that a description matched, for -l, -v and args[]. */
struct prov_match {
	const struct probe *probe;
	const char *const *arg_types;	/* arg_cnt texts */
	size_t arg_cnt;
	const uint8_t *arg_map;		/* args[i] is arg<map[i]>; NULL: arg<i> */
	/* arg_cnt types that args[i] are translated from or in, or NULL */
	const struct type *const *arg_natives;
	const char *arg_decls;		/* C text that the types need, or NULL */
	bool has_user_args;		/* pointers are of the traced process */
	const struct stability *attrs;	/* PROVIDER_ATTR_CNT */
	const char *warning;		/* -lv: why it can't be traced well */
};

/* What is told of the probes of a description. */
struct prov_sink {
	/* A probe. NULL: probes that have no number yet get none. */
	void (*found)(struct prov_sink *sink, const struct prov_match *match);
	/*
	 * A site of the probe that was found last, by its number for enable();
	 * where probes can have several sites, of that or one before; also of
	 * system calls without a name, which are no probes. Not NULL: clauses
	 * are going to run there, and what can't be enabled is left out.
	 */
	void (*site)(struct prov_sink *sink, uint32_t site);
	bool is_brief; /* does not look at arguments: arg_cnt may be 0 */
	uint8_t row; /* enum provider_row of the one that is asked */
	/* a function that would match and can't be probed; may be NULL */
	void (*left_out)(struct prov_sink *sink, const char *module,
			 const char *function, const char *why);
};

static inline bool prov_wants_probes(const struct prov_sink *sink)
{
	return sink && sink->found;
}

static inline bool prov_wants_sites(const struct prov_sink *sink)
{
	return sink && sink->site;
}

static inline void prov_tell_site(struct prov_sink *sink, uint32_t site)
{
	if (prov_wants_sites(sink))
		sink->site(sink, site);
}

/*
 * Adds a clause to those of a probe, once: it does not run twice where several
 * of its descriptions match. Clauses are enabled one after the other.
 */
#define prov_add_clause(clauses, clause) \
	do { \
		if (!(clauses)->cnt || \
		    (clauses)->v[(clauses)->cnt - 1] != (clause)) \
			vec_push(clauses, clause); \
	} while (0)

/* Why nothing matches. */
struct prov_why {
	const char *text; /* static or in the arena; or NULL */
	const char *tag;  /* of errors.def; NULL: D_PDESC_ZERO */
};

struct provider_ops {
	const char *name;
	void *(*create)(const struct prov_env *env);
	void (*destroy)(void *state);
	/*
	 * Finds the probes that @spec matches and tells @sink (if not NULL) of
	 * each, once per call, and of its sites. Enables nothing. Returns the
	 * number of probes or -errno; a reason for "nothing matches" may be
	 * left in @why_ret, which may be NULL.
	 */
	int (*match)(void *state, const struct probe_spec *spec,
		     struct prov_sink *sink, struct prov_why *why_ret);
	/*
	 * Makes @clause run at a site that match() told. Clauses come in the
	 * order of the program, and all sites are enabled before generate().
	 */
	void (*enable)(void *state, uint32_t site, const struct clause *clause);
	/*
	 * Makes @clause run at what @spec means beyond the probes there are:
	 * probes that appear while the session runs, calls without a name.
	 * After enable() of the sites that match() told for @spec, if any:
	 * @is_found. May be NULL.
	 */
	void (*enable_later)(void *state, const struct probe_spec *spec,
			     const struct clause *clause, bool is_found);
	/* Makes the programs of what was matched. 0 or -EINVAL. */
	int (*generate)(void *state, struct gen *gen);
	/*
	 * Attaches the loaded programs: @prog_fds by prog_id. Messages on
	 * sites that can't be probed go to @warn. 0, or -errno with a
	 * message in @warn too.
	 */
	int (*attach)(void *state, const int *prog_fds,
		      struct kern_links *links, struct strbuf *warn);
	/* BEGIN is done: what runs by itself begins now. May be NULL. */
	int (*start)(void *state, struct strbuf *warn);
	/* The probe that a record names, or NULL. */
	const struct probe *(*lookup)(void *state, uint32_t prog_id,
				      uint32_t probe_tag, uint32_t tgid);
	/*
	 * Process @pid mapped a file to execute; only after env->watch() was
	 * called, and between attach and detach. May be NULL.
	 */
	void (*mapped)(void *state, pid_t pid, const struct kern_mmap *mmap,
		       const struct prov_late *late);
	/*
	 * The program of probe @name that the session runs itself (BEGIN,
	 * END), or -1. May be NULL.
	 */
	int (*prog_id)(void *state, const char *name);
};

/*
 * Why there is nothing of a provider that is known from other systems (static
 * text), or NULL: it is not one of those.
 */
const char *prov_absent_why(const struct probe_spec *spec);

/* The texts of "int, char *", at most @max, in the arena. Returns how many. */
size_t prov_arg_types(struct arena *arena, const char *text, const char **ret,
		      size_t max);

/* Where a struct of the kernel has a member, in bytes; 0: it is not known. */
uint32_t prov_member_off(struct type_table *types, const char *tag,
			 const char *name);

/* What the processes of -c do before their commands run. */
struct abi_launch prov_launch(const struct prov_env *env);

/* A probe's four fields for generated code. */
static inline void prov_abi_name(const struct probe *probe,
				 struct abi_name *ret)
{
	ret->fields[ABI_PROVIDER] = probe->provider;
	ret->fields[ABI_MODULE] = probe->module;
	ret->fields[ABI_FUNCTION] = probe->function;
	ret->fields[ABI_NAME] = probe->name;
	ret->id = probe->id;
}

#define PROVIDER(name) extern const struct provider_ops provider_##name;
#include "runtime/provider/providers.def"
#undef PROVIDER

enum provider_row {
#define PROVIDER(name) PROVIDER_##name,
#include "runtime/provider/providers.def"
#undef PROVIDER
	PROVIDER_CNT,
};

/* All of them, in the order of their rows (providers.def). */
extern const struct provider_ops *const provider_table[PROVIDER_CNT];

#endif
