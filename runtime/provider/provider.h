/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a provider is to the session. Calls come in this order:
 *
 *	create, then for each clause and description match; then generate,
 *	load (by the session), attach, start, ... lookup ..., detach,
 *	destroy.
 *
 * A provider keeps what it matched; the session owns probes, programs and
 * maps.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_PROVIDER_H
#define DTRACE_RUNTIME_PROVIDER_PROVIDER_H

#include "base/diag.h"
#include "lang/ast.h"
#include "runtime/codegen/gen.h"
#include "runtime/kernel/link.h"
#include "runtime/kernel/mmaps.h"
#include "runtime/option.h"
#include "runtime/probe.h"
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
	 * follow their processes (kernel/follow.h); before it looks at what is
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

/* A probe that a description matched, for -l and -v. */
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

struct prov_sink {
	void (*found)(struct prov_sink *sink, const struct prov_match *match);
	bool is_brief; /* does not look at arguments: arg_cnt may be 0 */
	/* a function that would match and can't be probed; may be NULL */
	void (*left_out)(struct prov_sink *sink, const char *module,
			 const char *function, const char *why);
};

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
	 * Finds the probes that @spec matches, tells @sink of each (if not
	 * NULL) and, with a clause, remembers to enable it there. Each probe
	 * is told once per call. Returns the number of matches or -errno; a
	 * reason for "nothing matches" may be left in @why_ret, which may be
	 * NULL.
	 */
	int (*match)(void *state, const struct probe_spec *spec,
		     const struct clause *clause, struct prov_sink *sink,
		     struct prov_why *why_ret);
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

#endif
