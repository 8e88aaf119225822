/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The session from inside: the only mutable root of a run. Its stages:
 *
 *	session.c	options, processes, program texts
 *	report.c	diagnostics in the words of dtrace(1)
 *	enable.c	check -> match -> generate -> load -> attach
 *	run.c		the order of these in a run
 *	fit.c		sizes and rates that are made to fit
 *	trace.c		BEGIN, the reading loop, END
 *	reading.c	the consumer's place in the session
 *	list.c		-l
 *	probe_args.c	what args[] is
 *	explain.c	why a description matches nothing
 *	attribute.c	-v and -x amin: stability
 *	dump.c		-x dump
 *	watch.c		what processes map while it runs
 *	counts.c	-x counts
 */
#ifndef DTRACE_RUNTIME_SESSION_STATE_H
#define DTRACE_RUNTIME_SESSION_STATE_H

#include "base/diag.h"
#include "lang/ast.h"
#include "lang/env.h"
#include "runtime/codegen/gen.h"
#include "runtime/consume/consumer.h"
#include "runtime/dlib/dlib.h"
#include "runtime/kernel/link.h"
#include "runtime/kernel/maps.h"
#include "runtime/kernel/mmaps.h"
#include "runtime/kernel/warm.h"
#include "runtime/option.h"
#include "runtime/probe.h"
#include "runtime/process/process.h"
#include "runtime/provider/provider.h"
#include "runtime/session.h"
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

struct session {
	enum session_mode mode;
	struct options options;
	struct arena arena;
	struct diag_list diags;
	struct lang_env lang_env;
	struct stability least_stability; /* -x amin */
	bool *args_used;
	struct kallsyms *kallsyms;	  /* owned; read when needed */
	uint32_t raw_tp_frames[2]; /* of others, of system calls; 0: not tried */
	uint32_t comm_off;
	bool has_comm_off; /* it was tried */
	struct usersym *usersym;	  /* owned */
	struct demangler *demangler;	  /* owned */
	struct unwinder *unwinder;	  /* owned; NULL: not asked for */
	struct kern_mmaps *mmaps;	  /* owned; NULL: nobody is watched */
	bool watches_all;		  /* mmaps tells of every process */
	bool keeps_mappings;		  /* ... and usersym wants to know */
	bool has_lost_mmaps;		  /* in this reading */
	struct type_source *type_source;  /* owned; the kernel's BTF */
	struct type_table types;
	struct dlib *dlib;		  /* owned */
	struct program program;
	VEC(struct session_text *) texts;
	VEC(const char *) files; /* -l FILE; in the arena */
	struct process_list processes;
	FILE *out;		 /* stdout or the file of -o */
	const char *out_path; /* of -o, or NULL */

	struct probe_table probes;
	struct prov_env prov_env;
	void *providers[PROVIDER_CNT];

	struct gen *gen;
	const struct gen_result *gen_result;
	uint8_t *prog_provider;	 /* prog_id -> enum provider_row; owned */
	int *prog_fds;		 /* owned; -1 not loaded */
	struct kern_cpus cpus;
	uint32_t ring_bytes;	  /* of each CPU's ring */
	struct strbuf resized;	  /* lines on what was made to fit */
	struct kern_maps maps;
	struct kern_links *links; /* NULL: not yet, or no more */
	struct kern_warm *warm;	  /* NULL: no user probes are asked for */
	enum kern_backend backend;
	uint64_t missed_cnt;	   /* firings, when they were last counted */
	uint64_t link_missed_cnt;  /* ... by links */
	struct consumer consumer;
	bool has_consumer;
};

/* ---------------------------------------------------------------- report.c */

/* Prints "dtrace: " and the line on stderr. */
void session_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* A stage of the run and what it made; printed with -x debug only. */
void session_debug(const struct session *session, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* The same for each line of @lines, which is freed. */
void session_say_lines(struct strbuf *lines);
/*
 * Prints all diagnostics and forgets them. Returns true when one of them was
 * an error.
 */
bool session_report(struct session *session);

/* ---------------------------------------------------------------- enable.c */

/* Checks all programs. Returns 0, or -EINVAL with messages printed. */
int session_compile(struct session *session);
/*
 * Matches every description and tells the user how many probes it has.
 * @sink: see provider.h, may be NULL. 0, or -EINVAL with messages printed.
 */
int session_match(struct session *session);
/* Generates all programs. As above. */
int session_generate(struct session *session);
/*
 * Whether the user and the kernel allow what these clauses do. Else -EINVAL
 * with a message printed.
 */
int session_check_needs(const struct session *session,
			const struct clause *const *clauses, size_t clause_cnt);
/* Maps, loads, attaches. As above. */
int session_enable(struct session *session);
/*
 * Probes that one description means, told to @sink (or NULL) and enabled for
 * @clause (or NULL). Returns their number or -errno.
 */
int session_match_spec(struct session *session, const struct probe_spec *spec,
		       const struct clause *clause, struct prov_sink *sink,
		       struct prov_why *why_ret);
/*
 * Users write tcp::receive and dtrace::BEGIN; by the rules that is a module.
 * When the strict reading finds nothing, the first part is the provider:
 * false, or that reading of @spec.
 */
bool session_fallback(const struct probe_spec *spec, struct probe_spec *ret);
/* `script FILE` or `description SPEC` */
void session_print_name(FILE *out, const struct session_text *text);
/* Creates the providers; harmless when done before. */
void session_open_providers(struct session *session);

/* --------------------------------------------------------------- explain.c */

/* Is it NAME$target without -c and -p? */
bool spec_has_no_process(const struct probe_spec *spec);
/* What to say of @spec, of which the providers say @why; or NULL. */
const char *session_explain(struct session *session,
			    const struct probe_spec *spec,
			    const struct prov_why *why);

/* ------------------------------------------------------------ probe_args.c */

/* lang_env.find_args of a session, which is @ctx. */
int session_find_args(void *ctx, const struct clause *clause,
		      struct lang_args *ret);
/* Makes clauses in which that has one answer; before they are checked. */
void session_split_clauses(struct session *session);

/* ------------------------------------------------------------- attribute.c */

/* What -lv prints below a probe. */
void session_print_match(FILE *out, const struct prov_match *match);
/* Reports D_ATTR_MIN when -x amin asks for more than @spec has. */
int session_check_spec(struct session *session, const struct probe_spec *spec);
/* The report of -v on a program; after matching. */
void session_say_stability(struct session *session,
			   const struct session_text *text);

/* ------------------------------------------------------------------ dump.c */

/* Prints stage @stage on stderr when -x dump asks for that letter. */
void session_dump(const struct session *session, char stage);

/* ---------------------------------------------------------------- counts.c */

/* Says what became of every firing and record, on stderr. */
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

/* ------------------------------------------------------------------- fit.c */

/*
 * Makes options that are sizes and rates fit the machine; @has_buffer: the
 * principal buffer is really made. 0, or -ENOMEM with a message printed.
 */
int session_fit(struct session *session, bool has_buffer);
/*
 * A record that the programs make may need a larger ring, within bufsize:
 * makes session->ring_bytes so large. Returns whether it has grown: the
 * programs must be generated anew.
 */
bool session_fit_ring(struct session *session);
/* -ENOSPC with a message: bufsize is too small for a record. */
int session_check_ring(const struct session *session);
/* Says what session_fit() has changed, unless the user wants silence. */
void session_say_fit(struct session *session);

/* --------------------------------------------------------------- reading.c */

/* Makes session->consumer for the maps there are. Returns 0 or -errno. */
int session_open_consumer(struct session *session);

/* ----------------------------------------------------------------- trace.c */

/* Runs an enabled session to its end. Returns the exit status. */
int session_trace(struct session *session);

/* All providers, in the order of their table. */
extern const struct provider_ops *const provider_table[PROVIDER_CNT];

#endif
