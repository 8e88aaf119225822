/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What was asked for on the command line.
 */
#ifndef DTRACE_RUNTIME_SESSION_CONFIGURE_H
#define DTRACE_RUNTIME_SESSION_CONFIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text/src.h"
#include "base/vec.h"
#include "lang/compile_input.h"
#include "lang/stability.h"
#include "runtime/process/process.h"
#include "runtime/session/session.h"

struct clause;

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

/* Constant once the programs are checked. */
struct session_asked {
	struct lang_env lang_env;
	struct stability least_stability; /* -x amin */
	bool *args_used; /* owned */
	VEC(struct session_text *) texts;
	VEC(const char *) files; /* -l FILE; in the arena */
	struct process_list processes; /* of -c and -p */
	const char *out_path; /* of -o, or NULL */
};

/* @argv: $0, $1 ...: borrowed. */
void session_init_asked(struct session_asked *asked, int argc,
			char *const *argv);
void session_deinit_asked(struct session_asked *asked);

#endif
