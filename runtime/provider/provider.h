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
 * match() is also called without a later enable(), to list probes and to
 * explain why a description matches none. A provider keeps what is enabled;
 * the session owns probes, programs and maps.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_PROVIDER_H
#define DTRACE_RUNTIME_PROVIDER_PROVIDER_H

#include "base/text/diag.h"
#include "base/vec.h"
#include "lang/ast.h"
#include "runtime/codegen/codegen.h"
#include "runtime/common/option.h"
#include "runtime/common/probe.h"
#include "runtime/kernel/link/links.h"
#include "runtime/kernel/mmap_events.h"
#include "runtime/process/process.h"
#include "runtime/symbol/kallsyms.h"

/* A checked clause, and where it runs. */
struct prov_clause {
	const struct clause *clause;
	uint32_t providers; /* bit N: provider N (enum provider_row) has sites */
	bool is_late; /* one of its descriptions matches nothing so far */
};

/* The parts of the session that providers may use. All of it is borrowed. */
struct prov_env {
	struct arena *arena;
	const struct options *options;
	struct probe_table *probes;
	struct process_list *processes; /* those of -c and -p */
	const char *const *files;	/* those of -l FILE */
	size_t file_cnt;
	VEC(struct prov_clause) clauses; /* all of them, when they are bound */
	struct kallsyms *kallsyms;
	struct type_table *types; /* its source, if any: runtime/types/btf.h */
	/*
	 * Makes the session report every executable mapping to mapped() from
	 * now on, and links follow their processes
	 * (kernel/link/leader_exit.h). A provider calls it before it reads the
	 * existing mappings, so that none is missed. NULL if nothing will be
	 * traced.
	 */
	void (*watch)(void *ctx);
	/* Reports that a clause is for all processes and will miss some. */
	void (*not_all)(void *ctx);
	/*
	 * Loads a program that was generated while providers attach. Returns a
	 * descriptor, or -errno after reporting the error.
	 */
	int (*load)(void *ctx, const struct code *code);
	void *ctx;
};

/* For programs that are generated while the session runs. */
struct prov_late {
	struct gen *gen;
	/*
	 * Loads @code, the program of these clauses. Returns a descriptor, or
	 * -errno after reporting the error.
	 */
	int (*load)(void *ctx, const struct code *code,
		    const struct clause *const *clauses, size_t clause_cnt);
	void *ctx;
	struct kern_links *links;
	struct strbuf *said; /* messages for the user, a line each */
};

/* A probe that a description matched, for -l, -v and args[]. */
struct prov_match {
	const struct probe *probe;
	const char *const *arg_types;	/* arg_cnt texts */
	size_t arg_cnt;
	const uint8_t *arg_map;		/* args[i] is arg<map[i]>; NULL: arg<i> */
	/* the kernel's types of args[], arg_cnt of them, or NULL */
	const struct type *const *arg_natives;
	const char *arg_decls;		/* C text that the types need, or NULL */
	bool has_user_args;		/* pointers are of the traced process */
	const struct stability *attrs;	/* PROVIDER_ATTR_CNT */
	const char *warning;		/* for -lv: how tracing is limited */
	const char *event; /* for --explain: that of the kernel; or NULL */
};

/* Receives the probes and sites that match a description. */
struct prov_sink {
	/*
	 * Called for each probe. If it is NULL, no numbers are given to probes
	 * that have none yet.
	 */
	void (*found)(struct prov_sink *sink, const struct prov_match *match);
	/*
	 * Called for each site, with its number for enable(). It belongs to
	 * the last probe found, or, where probes can have several sites, to an
	 * earlier one. System calls without a name, which are not probes, have
	 * sites too. If it is not NULL, clauses are going to run at the sites,
	 * and sites that can't be enabled are left out.
	 */
	void (*site)(struct prov_sink *sink, uint32_t site);
	bool is_brief; /* ignores arguments: arg_cnt may be 0 */
	uint8_t row; /* the provider that is being asked: enum provider_row */
	/* called for a function that matches but can't be probed; or NULL */
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
 * Adds a clause to those of a probe unless it was added before: a clause runs
 * once even if several of its descriptions match the probe. Only the last one
 * has to be checked, because clauses are enabled one after the other.
 */
#define prov_add_clause(clauses, clause) \
	do { \
		if (!(clauses)->cnt || \
		    (clauses)->v[(clauses)->cnt - 1] != (clause)) \
			vec_push(clauses, clause); \
	} while (0)

/* Why a description matches nothing. */
struct prov_why {
	const char *text; /* static or in the arena; or NULL */
	const char *tag;  /* a tag of error_tags.def; NULL: D_PDESC_ZERO */
};

struct provider_ops {
	const char *name;
	void *(*create)(const struct prov_env *env);
	void (*destroy)(void *state);
	/*
	 * Finds the probes that @spec matches, and reports each of them once,
	 * with its sites, to @sink (if not NULL). Enables nothing. Returns the
	 * number of probes or -errno. If there are none, the reason may be
	 * stored in @why_ret, which may be NULL.
	 */
	int (*match)(void *state, const struct probe_spec *spec,
		     struct prov_sink *sink, struct prov_why *why_ret);
	/*
	 * Makes @clause run at a site that match() reported. Clauses come in
	 * program order, and all sites are enabled before generate().
	 */
	void (*enable)(void *state, uint32_t site, const struct clause *clause);
	/*
	 * Makes @clause also run at what @spec covers beyond the existing
	 * probes: probes that appear while the session runs, system calls
	 * without a name. It is called after enable() for the sites that
	 * match() reported; @is_found tells whether there were any. May be
	 * NULL.
	 */
	void (*enable_later)(void *state, const struct probe_spec *spec,
			     const struct clause *clause, bool is_found);
	/* Generates the programs of the enabled sites. Returns 0 or -EINVAL. */
	int (*generate)(void *state, struct gen *gen);
	/*
	 * Attaches the loaded programs; @prog_fds is indexed by prog_id.
	 * Messages about sites that can't be probed go to @warn. Returns 0, or
	 * -errno, whose message goes to @warn too.
	 */
	int (*attach)(void *state, const int *prog_fds,
		      struct kern_links *links, struct strbuf *warn);
	/* Starts clocks, when BEGIN has run. May be NULL. */
	int (*start)(void *state, struct strbuf *warn);
	/*
	 * Stops what start() started, when tracing is over and before the links
	 * are closed. Returns how often the kernel should have run programs
	 * that count their runs (abi.counts_runs). May be NULL.
	 */
	uint64_t (*stop)(void *state);
	/* Returns the probe that a record names, or NULL. */
	const struct probe *(*lookup)(void *state, uint32_t prog_id,
				      uint32_t probe_tag, uint32_t tgid);
	/*
	 * Called when process @pid has mapped executable code from a file;
	 * only after env->watch(), and between attaching and detaching. May be
	 * NULL.
	 */
	void (*mapped)(void *state, pid_t pid, const struct kern_mmap *mmap,
		       const struct prov_late *late);
	/*
	 * Returns the program of a probe that the session itself runs (BEGIN,
	 * END), or -1. May be NULL.
	 */
	int (*prog_id)(void *state, const char *name);
};

/*
 * If @spec names a provider of other systems that does not exist on Linux,
 * returns why it does not (static text), else NULL.
 */
const char *prov_absent_why(const struct probe_spec *spec);

/*
 * Splits a list of types such as "int, char *" into @ret, at most @max texts in
 * the arena. Returns how many there are.
 */
size_t prov_arg_types(struct arena *arena, const char *text, const char **ret,
		      size_t max);

/* The processes of -c, whose actions before their commands run are ignored. */
struct abi_launch prov_launch(const struct prov_env *env);

/* Fills in a probe's four fields for the code generator. */
static inline void prov_abi_name(const struct probe *probe,
				 struct abi_name *ret)
{
	ret->fields[ABI_PROVIDER] = probe->provider;
	ret->fields[ABI_MODULE] = probe->module;
	ret->fields[ABI_FUNCTION] = probe->function;
	ret->fields[ABI_NAME] = probe->name;
	ret->id = probe->id;
}

#define PROVIDER(name, what) extern const struct provider_ops provider_##name;
#include "runtime/provider/providers.def"
#undef PROVIDER

enum provider_row {
#define PROVIDER(name, what) PROVIDER_##name,
#include "runtime/provider/providers.def"
#undef PROVIDER
	PROVIDER_CNT,
};

/* All of them, in the order of their rows (providers.def). */
extern const struct provider_ops *const provider_table[PROVIDER_CNT];

#endif
