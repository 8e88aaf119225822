/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages of a session, in the words of dtrace(1).
 */
#ifndef DTRACE_RUNTIME_SESSION_REPORT_H
#define DTRACE_RUNTIME_SESSION_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text/strbuf.h"

struct session;
struct session_text;

/* Prints "dtrace: " and the line on stderr. */
void session_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/*
 * From now on, what session_say() prints is also kept, if standard error is a
 * terminal. session_repeat() prints it again and ends this: meanwhile something
 * was drawn over it. Returns whether anything could be.
 */
void session_keep(void);
bool session_repeat(void);
/* As session_say(), but not kept, for what the caller can say again. */
void session_say_unkept(const char *text);
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

#endif
