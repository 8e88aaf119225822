/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The internals of a session, the only mutable root of a run. Its stages:
 *
 *	session.c	options, processes, program texts: parsed, resolved and
 *			checked
 *	report.c	diagnostics in the words of dtrace(1)
 *	run.c		the order of the stages in a run
 *	resolve/	the probes of all clauses
 *	generate/	the programs for them
 *	load/		maps, loading, attaching
 *	trace/		BEGIN, the reading loop, END
 *	unwind/		unwind tables of processes, while tracing
 *	list.c		-l
 *	dump.c		-x dump
 */
#ifndef DTRACE_RUNTIME_SESSION_STATE_H
#define DTRACE_RUNTIME_SESSION_STATE_H

#include "base/diag.h"
#include "lang/ast.h"
#include "lang/env.h"
#include "runtime/codegen/gen.h"
#include "runtime/common/option.h"
#include "runtime/common/probe.h"
#include "runtime/consume/consumer.h"
#include "runtime/dlib/dlib.h"
#include "runtime/kernel/link/link.h"
#include "runtime/kernel/link/uprobe/uprobe_helper.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/mmaps.h"
#include "runtime/process/process.h"
#include "runtime/provider/provider.h"
#include "runtime/session/resolve/resolve.h"
#include "runtime/session/session.h"
#include "runtime/session/unwind/unwind_keeper.h"
#include "runtime/symbol/kallsyms.h"
#include "runtime/symbol/usersym.h"
#include "runtime/types/btf.h"

/* One -s, -n, -P ... in the order of the command line. */
struct session_text {
	struct src src;
	enum session_spec spec;
	char *text;		/* owned */
	char *name;		/* owned; SPEC_SCRIPT: the file */
	struct clause *first;	/* its clauses begin here; NULL: it has none */
	struct clause *last;
	size_t match_cnt;
};

/* The command line; constant once the programs are checked. */
struct session_asked {
	struct lang_env lang_env;
	struct stability least_stability; /* -x amin */
	bool *args_used; /* owned */
	VEC(struct session_text *) texts;
	VEC(const char *) files; /* -l FILE; in the arena */
	struct process_list processes; /* of -c and -p */
	const char *out_path; /* of -o, or NULL */
};

/* Names and types of the kernel, processes and the D library; all owned. */
struct session_symbols {
	struct kallsyms *kallsyms; /* read when needed */
	struct usersym *usersym;
	struct demangler *demangler;
	struct unwinder *unwinder; /* NULL: not asked for */
	struct type_source *type_source; /* the kernel's BTF */
	struct dlib *dlib;
};

/* Results of trials on this kernel. */
struct session_tried {
	uint32_t
		raw_tp_frames[2]; /* of others, of system calls; 0: not tried */
	uint32_t comm_off;
	bool has_comm_off; /* it was tried */
};

/* Mappings of processes, while tracing: watch_mappings.c. */
struct session_watched {
	struct kern_mmaps *mmaps; /* owned; NULL: no process is watched */
	bool watches_all; /* mmaps reports every process */
	bool keeps_mappings; /* mappings are passed on to usersym */
	bool has_lost_mmaps; /* some were lost during this read */
	bool has_said_lost_mmaps;
};

struct session_matched {
	struct probe_table probes;
	struct prov_env prov_env;
	void *providers[PROVIDER_CNT]; /* owned */
	VEC(struct resolved_clause) clauses; /* in program order; until bound */
};

struct session_generated {
	struct gen *gen; /* owned; it owns the result */
	const struct gen_result *result;
	uint8_t *prog_provider; /* prog_id -> enum provider_row; owned */
};

/* Objects in the kernel, and what keeps them. */
struct session_loaded {
	int *prog_fds; /* owned; -1 not loaded */
	struct kern_cpus cpus;
	uint32_t ring_bytes; /* of each CPU's ring */
	uint32_t room_bytes; /* how much of it records may use; 0: all of it */
	struct strbuf resized; /* messages on options that were reduced */
	struct kern_maps maps;
	struct kern_links *links; /* NULL before and after tracing */
	struct uprobe_helper *uprobe_helper; /* until links owns it; or NULL */
	enum kern_backend backend;
	struct unwind_keeper *keeper; /* owned; NULL: no stack is walked */
	bool has_said_full_tables;
	bool has_said_cpus;
};

struct session_consuming {
	struct consumer consumer;
	bool has_consumer;
	uint64_t missed_cnt; /* missed firings when they were last counted */
	uint64_t link_missed_cnt; /* those that links missed */
	uint64_t to_run_cnt; /* see stop() in provider.h; 0 before the end */
};

/* Sorted by lifetime; members that every stage uses come first. */
struct session {
	enum session_mode mode;
	struct options options;
	struct arena arena;
	struct diag_list diags;
	struct type_table types;
	struct program program;
	FILE *out; /* stdout or the file of -o */

	struct session_asked asked;
	struct session_symbols symbols;
	struct session_tried tried;
	struct session_watched watched;
	struct session_matched matched;
	struct session_generated generated;
	struct session_loaded loaded;
	struct session_consuming consuming;
};

/* ---------------------------------------------------------------- report.c */

/* Prints "dtrace: " and the line on stderr. */
void session_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Reports the result of a stage; printed only with -x debug. */
void session_debug(const struct session *session, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Calls session_say() for each line of @lines, which it frees. */
void session_say_lines(struct strbuf *lines);
/* Prints text on stderr; control characters in it are escaped. */
void session_say_text(const char *text);
/* Prints `script FILE` or `description SPEC`. */
void session_print_name(FILE *out, const struct session_text *text);
/*
 * Prints all diagnostics and removes them. Returns true if one of them was an
 * error.
 */
bool session_report(struct session *session);

/* --------------------------------------------------------------- session.c */

/* Resolves and checks all programs. Returns 0, or -EINVAL after a message. */
int session_compile(struct session *session);

/* ----------------------------------------------------------------- match.c */

/* Creates the providers, unless they exist. */
void session_open_providers(struct session *session);
/*
 * Reports the probes that one description matches to @sink (see provider.h; or
 * NULL). Sets *@is_fallback_ret if the description as written matches none and
 * session_fallback() was tried. Returns the number of probes or -errno.
 */
int session_match_spec(struct session *session, const struct probe_spec *spec,
		       struct prov_sink *sink, struct prov_why *why_ret,
		       bool *is_fallback_ret);
/* The same, to find out only whether there are any. */
int session_look_for(struct session *session, const struct probe_spec *spec,
		     struct prov_sink *sink);
/*
 * Users write tcp::receive and dtrace::BEGIN; by the rules, the first part is a
 * module. If that reading matches nothing, the first part is taken for the
 * provider. Returns false if @spec has no such second reading, else fills *@ret.
 */
bool session_fallback(const struct probe_spec *spec, struct probe_spec *ret);

/* ------------------------------------------------------------------ bind.c */

/*
 * Enables every clause at its probes, and tells the user how many there are.
 * Returns 0, or -EINVAL after a message.
 */
int session_bind(struct session *session);

/* -------------------------------------------------------------- generate.c */

/* Generates all programs. Returns 0, or -EINVAL after a message. */
int session_generate(struct session *session);

/* ----------------------------------------------------------------- needs.c */

/*
 * Checks that the user's options and the kernel allow what these clauses do.
 * Returns 0, or -EINVAL after a message.
 */
int session_check_needs(const struct session *session,
			const struct clause *const *clauses, size_t clause_cnt);

/* ---------------------------------------------------------------- enable.c */

/*
 * Creates the maps, loads and attaches the programs. Returns 0, or -EINVAL after
 * a message.
 */
int session_enable(struct session *session);

/* --------------------------------------------------------------- explain.c */

/* Whether the description is for NAME$target and there is no -c or -p. */
bool spec_has_no_process(const struct probe_spec *spec);
/* Explains why @spec matches nothing, given the providers' @why; or NULL. */
const char *session_explain(struct session *session,
			    const struct probe_spec *spec,
			    const struct prov_why *why);
/* Whether session_hint_calls() needs the functions of the probes. */
bool session_may_hint(const struct session *session,
		      const struct probe_spec *spec);
/* Reports system calls in descriptions that the C library does not make. */
void session_hint_calls(struct session *session);
/* With -Z: warns of a description that can never match a probe. */
void session_warn_never(struct session *session, const struct probe_spec *spec,
			struct prov_why why);
/* Returns what was probably meant by a description that matches nothing. */
const char *session_near_probe(struct session *session,
			       const struct probe_spec *spec);

/* --------------------------------------------------------------- resolve.c */

/*
 * Finds the probes of each clause and, if it uses args[], their types
 * (clause->args), before clauses are checked. A clause whose probes pass
 * arguments of the same types in different ways becomes one clause for each way.
 * With -l, only clauses that use args[] are resolved.
 */
void session_resolve(struct session *session);
/* Frees what was resolved. */
void session_drop_resolved(struct session *session);

/* ------------------------------------------------------------- stability.c */

/* Prints the details of -lv below a probe. */
void session_print_match(FILE *out, const struct prov_match *match);
/* Reports D_ATTR_MIN if a description is less stable than -x amin demands. */
int session_check_spec(struct session *session, const struct resolved_spec *of);
/* Prints the report of -v on a program with these clauses. */
void session_say_stability(struct session *session,
			   const struct session_text *text,
			   const struct resolved_clause *clauses, size_t cnt);

/* ------------------------------------------------------------------ dump.c */

/* Prints stage @stage on stderr if -x dump contains that letter. */
void session_dump(const struct session *session, char stage);
/* Writes the files of -x ctypes and dtypes. Returns 0, or -errno and a message. */
int session_write_types(const struct session *session);

/* ---------------------------------------------------------------- counts.c */

/* Prints on stderr what became of every firing and record. */
void session_say_counts(const struct session *session);

/* -------------------------------------------------------- watch_mappings.c */

/* prov_env.watch of a session, which is @ctx. */
void session_watch_all(void *ctx);
/* prov_env.load */
int session_load(void *ctx, const struct code *code);
/* To be called before the processes of -c are started. */
void session_watch_start(struct session *session);
/* Returns a descriptor that is readable when there are mappings to read, or -1. */
int session_watch_fd(const struct session *session);
/* Reads new mappings; to be called before records are read. */
void session_watch_read(struct session *session);

/* --------------------------------------------------------- buffer_limits.c */

/*
 * Reduces sizes and rates to what the machine allows. @has_buffer: whether the
 * principal buffer is going to be created. Returns 0, or -ENOMEM after a message.
 */
int session_fit(struct session *session, bool has_buffer);
/* Returns 0, or -EINVAL after a message if a size is too large for programs. */
int session_check_sizes(const struct session *session);
/* Sets the size of the rings for a bufsize of @bytes. */
void session_set_ring(struct session *session, uint64_t bytes);
/*
 * Increases session->loaded.ring_bytes, within bufsize, if the largest record
 * needs that. Returns whether it did: the programs must then be generated again.
 */
bool session_fit_ring(struct session *session);
/* Returns 0, or -ENOSPC after a message if bufsize is too small for any record. */
int session_check_ring(const struct session *session);
/* Reports the changes of session_fit(), unless quietresize is set. */
void session_say_fit(struct session *session);

/* -------------------------------------------------------- consumer_setup.c */

/* Creates the consumer of the maps. Returns 0 or -errno. */
int session_open_consumer(struct session *session);

/* ----------------------------------------------------------------- trace.c */

/* Runs an enabled session to its end. Returns the exit status. */
int session_trace(struct session *session);

#endif
