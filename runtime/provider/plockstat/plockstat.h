/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of the plockstat provider share:
 *
 *	plockstat.def		functions of the C libraries; probes
 *	plockstat.c		descriptions -> functions and probes, clauses
 *	plockstat_probe.c	the probes, by name
 *	plockstat_libc.c	which file is a C library, where its functions are
 *				and can be probed, and how its locks look
 *	plockstat_generate.c	clauses -> programs
 *	plockstat_attach.c	programs -> links
 */
#ifndef DTRACE_RUNTIME_PROVIDER_PLOCKSTAT_PLOCKSTAT_H
#define DTRACE_RUNTIME_PROVIDER_PLOCKSTAT_PLOCKSTAT_H

#include "runtime/provider/user_code/user_code.h"

enum plock_library {
	PLOCK_glibc,
	PLOCK_musl,
	PLOCK_LIBRARY_CNT,
};

/* Actions are bits, as probes have several. */
enum plock_action {
	PLOCK_LOCK = 1,
	PLOCK_TRY = 2,
	PLOCK_UNLOCK = 4,
	PLOCK_WAIT = 8,
};

enum plock_kind {
	PLOCK_MUTEX = ABI_LOCK_MUTEX,
	PLOCK_READ = ABI_LOCK_READ,
	PLOCK_WRITE = ABI_LOCK_WRITE,
	PLOCK_RW = ABI_LOCK_READ | ABI_LOCK_WRITE,
};

enum plock_moment {
	PLOCK_RELEASE,
	PLOCK_GOT,
	PLOCK_FAILED,
	PLOCK_BLOCK,
	PLOCK_WAITED,
};

enum { PLOCK_FIELD_MAX = 3 };

struct plock_function_row {
	enum plock_library library;
	const char *name;
	enum plock_action action;
	enum plock_kind kind;
	uint8_t argument, deadline; /* numbers of arguments */
};

struct plock_probe_row {
	const char *name;
	enum plock_kind kind;
	uint8_t actions;
	enum plock_moment moment;
	const char *types;
	uint8_t fields[PLOCK_FIELD_MAX]; /* enum abi_lock_field */
	uint8_t field_cnt;
};

enum plock_probe {
#define FUNCTION(library, name, action, kind, argument, deadline)
#define PROBE(name, kind, actions, moment, types, ...) \
	PLOCK_##kind##_##moment,
#define NEVER(name, why)
#include "runtime/provider/plockstat/plockstat.def"
#undef FUNCTION
#undef PROBE
#undef NEVER
	PLOCK_PROBE_CNT,
};

/* A function of a process's C library. */
struct plock_function {
	const struct plock_function_row *row;
	uint32_t object_idx, func_idx;
	enum code_refusal refusal;
	bool is_inside; /* its returns are probed at the instructions */
	uint32_t told[PLOCK_PROBE_CNT]; /* the last matching that reported it */
	VEC(const struct clause *) clauses[PLOCK_PROBE_CNT];
};

/* The clauses at BLOCK, whose program is one for all functions. */
struct plock_block_clause {
	const struct clause *clause;
	VEC(uint32_t) tags; /* of the probes at which it runs, ascending */
};

struct plock_site {
	uint32_t function_idx;
	uint64_t fileoff;
	uint32_t tag;
};

/* A program, and the functions that it serves. */
struct plock_program {
	struct probe_abi abi;
	uint16_t machine;
	enum plock_library library;
	bool is_wait;	/* for functions with action WAIT */
	bool is_return; /* where the kernel replaces the return address */
	bool is_all;	/* traces all processes */
	uint8_t argument, deadline; /* as in the row, at an entry */
	int probe;	/* enum plock_probe; -1: no clauses */
	const struct clause *const *clauses; /* borrowed */
	size_t clause_cnt;
	VEC(struct plock_site) sites; /* none: it is on a tracepoint */
	const char *tracepoint;
	bool is_bound; /* loaded for its tracepoint by BTF id */
	uint32_t prog_id;
};

/* The result of examining the C library of a process. */
struct plock_object {
	uint32_t object_idx;
	const char *why; /* why it can't be traced; or NULL */
};

struct plock_state {
	const struct prov_env *env;
	struct user_code code;
	struct abi_own_tid own_tid;
	VEC(pid_t) known_pids; /* 0: the files of all processes */
	VEC(struct plock_object) libraries;
	VEC(struct plock_function) functions;
	/* tag = index of the function * PLOCK_PROBE_CNT + probe */
	/* [0]: of mutexes, [1]: of rwlocks */
	VEC(struct plock_block_clause) block_clauses[2];
	VEC(struct plock_program) programs;
	uint32_t match_cnt;
};

extern const struct plock_probe_row plock_probes[PLOCK_PROBE_CNT];

static inline uint32_t plock_tag(uint32_t function_idx, int probe)
{
	return function_idx * PLOCK_PROBE_CNT + (uint32_t)probe;
}

static inline struct user_object *plock_object_of(
	const struct plock_state *state, const struct plock_function *function)
{
	return &state->code.objects.v[function->object_idx];
}

/* Whether the functions of @row have the probe. */
bool plock_has_probe(const struct plock_function_row *row, int probe);
/* Returns the probe with this tag; creates it if it is new. */
const struct probe *plock_tag_probe(const struct plock_state *state,
				    uint32_t tag);

/* -------------------------------------------------------- plockstat_libc.c */

/*
 * Finds the functions in the objects of @pid (0: of all processes), once. 0 or
 * -errno.
 */
int plock_find(struct plock_state *state, pid_t pid);
extern const struct abi_lock_layout plock_layouts[PLOCK_LIBRARY_CNT];

/* ---------------------------------------------------- plockstat_generate.c */

int plock_generate(void *state, struct gen *gen);
void plock_drop_programs(struct plock_state *state);

/* ------------------------------------------------------ plockstat_attach.c */

int plock_attach(void *state, const int *prog_fds, struct kern_links *links,
		 struct strbuf *warn);

#endif
