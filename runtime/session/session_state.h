/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The internals of a session, the only mutable root of a run. Its stages:
 *
 *	session.c	options, processes, program texts: parsed, resolved and
 *			checked
 *	report.c	diagnostics in the words of dtrace(1)
 *	run.c		the order of the stages in a run
 *	resolve.c	clauses: their descriptions' probes, what args[] is
 *	match.c		a description: its probes, of all providers
 *	bind.c		clauses and their probes: to the providers
 *	explain.c	why a description matches nothing
 *	generate.c	the programs for the matched probes
 *	buffer_limits.c	limits of sizes and rates
 *	enable.c	maps, loading, attaching
 *	consumer_setup.c	the consumer's place in the session
 *	unwind_keeper.c	unwind tables of processes, while tracing
 *	watch.c		mappings of processes while it runs
 *	trace.c		BEGIN, the reading loop, END
 *	list.c		-l
 *	stability.c	-v and -x amin
 *	dump.c		-x dump
 *	counts.c	-x counts
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
#include "runtime/kernel/link/uprobe_helper.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/mmaps.h"
#include "runtime/process/process.h"
#include "runtime/provider/provider.h"
#include "runtime/session/resolve.h"
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

/* Mappings of processes, while tracing: watch.c. */
struct session_watched {
	struct kern_mmaps *mmaps; /* owned; NULL: no process is watched */
	bool watches_all; /* mmaps tells of every process */
	bool keeps_mappings; /* ... and usersym wants to know */
	bool has_lost_mmaps; /* in this reading */
};

struct session_matched {
	struct probe_table probes;
	struct prov_env prov_env;
	void *providers[PROVIDER_CNT]; /* owned */
	VEC(struct resolved_clause) clauses; /* all, in their order; until bound */
};

struct session_generated {
	struct gen *gen; /* owned; result dies with it */
	const struct gen_result *result;
	uint8_t *prog_provider; /* prog_id -> enum provider_row; owned */
};

/* Objects in the kernel and their holders. */
struct session_loaded {
	int *prog_fds; /* owned; -1 not loaded */
	struct kern_cpus cpus;
	uint32_t ring_bytes; /* of each CPU's ring */
	uint32_t room_bytes; /* what records may take of it; 0: all of it */
	struct strbuf resized; /* lines on what was made to fit */
	struct kern_maps maps;
	struct kern_links *links; /* NULL: not yet, or no more */
	struct uprobe_helper *uprobe_helper; /* until links has it; or NULL */
	enum kern_backend backend;
	struct unwind_keeper *keeper; /* owned; NULL: no stack is walked */
	bool has_said_full_tables;
	bool has_said_cpus;
};

struct session_consuming {
	struct consumer consumer;
	bool has_consumer;
	uint64_t missed_cnt; /* firings, when they were last counted */
	uint64_t link_missed_cnt; /* ... by links */
};

/* By lifetime; what every stage uses stands in front. */
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
/* The same for each line of @lines, which is freed. */
void session_say_lines(struct strbuf *lines);
/* Lines of stderr as they are, but for control characters in them. */
void session_say_text(const char *text);
/* `script FILE` or `description SPEC` */
void session_print_name(FILE *out, const struct session_text *text);
/*
 * Prints all diagnostics and forgets them. Returns true when one of them was
 * an error.
 */
bool session_report(struct session *session);

/* --------------------------------------------------------------- session.c */

/* Resolves and checks all programs. 0, or -EINVAL with messages printed. */
int session_compile(struct session *session);

/* ----------------------------------------------------------------- match.c */

/* Creates the providers; harmless when done before. */
void session_open_providers(struct session *session);
/*
 * Probes that one description means, told to @sink (see provider.h; or NULL).
 * *@is_fallback_ret: it has none as written, and session_fallback() was tried.
 * Returns their number or -errno.
 */
int session_match_spec(struct session *session, const struct probe_spec *spec,
		       struct prov_sink *sink, struct prov_why *why_ret,
		       bool *is_fallback_ret);
/* The same for who only wants to know whether there are some. */
int session_look_for(struct session *session, const struct probe_spec *spec,
		     struct prov_sink *sink);
/*
 * Users write tcp::receive and dtrace::BEGIN; by the rules that is a module.
 * When the strict reading finds nothing, the first part is the provider:
 * false, or that reading of @spec.
 */
bool session_fallback(const struct probe_spec *spec, struct probe_spec *ret);

/* ------------------------------------------------------------------ bind.c */

/*
 * Has every clause run at its probes and tells the user how many it has.
 * 0, or -EINVAL with messages printed.
 */
int session_bind(struct session *session);

/* -------------------------------------------------------------- generate.c */

/* Generates all programs. 0, or -EINVAL with messages printed. */
int session_generate(struct session *session);

/* ----------------------------------------------------------------- needs.c */

/*
 * Whether the user and the kernel allow what these clauses do. Else -EINVAL
 * with a message printed.
 */
int session_check_needs(const struct session *session,
			const struct clause *const *clauses, size_t clause_cnt);

/* ---------------------------------------------------------------- enable.c */

/* Maps, loads, attaches. 0, or -EINVAL with messages printed. */
int session_enable(struct session *session);

/* --------------------------------------------------------------- explain.c */

/* Is it NAME$target without -c and -p? */
bool spec_has_no_process(const struct probe_spec *spec);
/* The explanation for @spec, for which the providers say @why; or NULL. */
const char *session_explain(struct session *session,
			    const struct probe_spec *spec,
			    const struct prov_why *why);
/* Does session_hint_calls() want to know the function of its probes? */
bool session_may_hint(const struct session *session,
		      const struct probe_spec *spec);
/* Says which system calls of descriptions the C library does not make. */
void session_hint_calls(struct session *session);
/* With -Z: a description without probes that will have none later, either. */
void session_warn_never(struct session *session, const struct probe_spec *spec,
			struct prov_why why);
/* The part that was probably meant in a description that matches nothing. */
const char *session_near_probe(struct session *session,
			       const struct probe_spec *spec);

/* --------------------------------------------------------------- resolve.c */

/*
 * Finds the probes of each clause and, where it uses args[], with them what
 * that is (clause->args), before clauses are checked. A clause whose probes
 * have the same types in different ways becomes one clause for each way. For
 * -l only clauses that use args[].
 */
void session_resolve(struct session *session);
/* Forgets what was resolved. */
void session_drop_resolved(struct session *session);

/* ------------------------------------------------------------- stability.c */

/* Prints the details of -lv below a probe. */
void session_print_match(FILE *out, const struct prov_match *match);
/* Reports D_ATTR_MIN when -x amin asks for more than @spec has. */
int session_check_spec(struct session *session, const struct resolved_spec *of);
/* The report of -v on a program, which has these clauses. */
void session_say_stability(struct session *session,
			   const struct session_text *text,
			   const struct resolved_clause *clauses, size_t cnt);

/* ------------------------------------------------------------------ dump.c */

/* Prints stage @stage on stderr when -x dump asks for that letter. */
void session_dump(const struct session *session, char stage);
/* -x ctypes, dtypes: 0 or -errno with a message. */
int session_write_types(const struct session *session);

/* ---------------------------------------------------------------- counts.c */

/* Prints on stderr what became of every firing and record. */
void session_say_counts(const struct session *session);

/* ----------------------------------------------------------------- watch.c */

/* prov_env.watch of a session, which is @ctx. */
void session_watch_all(void *ctx);
/* prov_env.load */
int session_load(void *ctx, const struct code *code);
/* Before the processes of -c are let go. */
void session_watch_start(struct session *session);
/* Readable when session_watch_read() has something to do, or -1. */
int session_watch_fd(const struct session *session);
/* Before records are read. */
void session_watch_read(struct session *session);

/* ------------------------------------------------------------------- buffer_limits.c */

/*
 * Makes options that are sizes and rates fit the machine; @has_buffer: the
 * principal buffer is really made. 0, or -ENOMEM with a message printed.
 */
int session_fit(struct session *session, bool has_buffer);
/* -EINVAL with a message: a size for which programs have no room. */
int session_check_sizes(const struct session *session);
/* The rings for a bufsize of @bytes. */
void session_set_ring(struct session *session, uint64_t bytes);
/*
 * A record that the programs make may need a larger ring, within bufsize:
 * makes session->loaded.ring_bytes so large. Returns whether it has grown: the
 * programs must be generated anew.
 */
bool session_fit_ring(struct session *session);
/* -ENOSPC with a message: bufsize is too small for any record. */
int session_check_ring(const struct session *session);
/* Reports the changes of session_fit(), unless quietresize is set. */
void session_say_fit(struct session *session);

/* --------------------------------------------------------------- consumer_setup.c */

/* Creates session->consuming.consumer for the created maps. Returns 0 or
 * -errno. */
int session_open_consumer(struct session *session);

/* ----------------------------------------------------------------- trace.c */

/* Runs an enabled session to its end. Returns the exit status. */
int session_trace(struct session *session);

#endif
