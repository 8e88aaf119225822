/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A tracing session, from option values to the last line of output. Functions
 * are called in this order:
 *
 *	session_create()
 *	session_set_option() ...	-x, -b, -q, DTRACE_OPT_*
 *	session_add_process() / session_add_command()	-p, -c
 *	session_add_program() ...	-s, -n, -P, -m, -f, -i
 *	session_list() or session_check() or session_run()
 *	session_destroy()
 *
 * The session prints all output itself, in the format of dtrace(1): data to the
 * output file, everything else to stderr, with "dtrace: " before each line.
 */
#ifndef DTRACE_RUNTIME_SESSION_SESSION_H
#define DTRACE_RUNTIME_SESSION_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct session;

enum session_spec {
	SPEC_SCRIPT,	/* -s: text of a file */
	SPEC_PROVIDER,	/* -P */
	SPEC_MODULE,	/* -m */
	SPEC_FUNCTION,	/* -f */
	SPEC_NAME,	/* -n */
	SPEC_ID,	/* -i */
};

enum session_mode {
	SESSION_TRACE,
	SESSION_LIST,	/* -l: implies zdefs */
	SESSION_CHECK,	/* -e: compile only */
};

/*
 * @argv: $0, $1 ...: borrowed. Never fails.
 */
struct session *session_create(enum session_mode mode, int argc,
			       char *const *argv);
void session_destroy(struct session *session);

/*
 * Sets option @name (table runtime/common/options.def) to @value (NULL: the option
 * was given without one). Returns 0, -ENOENT: no such option, -EINVAL: bad
 * value, -EPERM: not in this place (then the message says more).
 */
int session_set_option(struct session *session, const char *name,
		       const char *value);
/* The message for such a result: "Invalid option name" and so on. */
const char *session_option_error(struct session *session, const char *name,
				 int err);
/*
 * Sets the options given by DTRACE_OPT_<NAME> in the environment. Prints a
 * message and returns as above on failure; names that no option has are
 * ignored.
 */
int session_set_environment(struct session *session);

/* -x cpp: scripts are preprocessed before they are added. */
bool session_wants_cpp(const struct session *session);

/*
 * --anonymous: what session_run() enables is held until anonymous_claim()
 * (anonymous/claim.h) takes it over.
 */
void session_set_anonymous(struct session *session);

/* -o: output goes there, appended. Returns 0 or -errno. */
int session_set_output(struct session *session, const char *path);

/* -p: grabs a process. Prints a message and returns -errno on failure. */
int session_add_process(struct session *session, pid_t pid);
/* -c: starts @command, held before its first instruction. As above. */
int session_add_command(struct session *session, const char *command);
/* -l only: list the sites of this file without running it. As above. */
int session_add_file(struct session *session, const char *path);

/*
 * Compiles one program. @name: the file of a script as the user wrote it;
 * @text is copied. Prints messages and returns -EINVAL when it is wrong.
 */
int session_add_program(struct session *session, enum session_spec spec,
			const char *name, const char *text, size_t len);

/* -l: prints the matching probes. Returns the exit status. */
int session_list(struct session *session);
/*
 * --explain: prints what the matching probes are. Returns the exit status: 1 if
 * a description matches none.
 */
int session_explain(struct session *session);
/* -e: matches and generates, enables nothing. Returns the exit status. */
int session_check(struct session *session);
/* Enables, traces until the end, prints. Returns the exit status. */
int session_run(struct session *session);

/* -x features: prints what this kernel offers. Returns the exit status. */
int session_print_features(void);

#endif
