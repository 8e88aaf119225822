/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How stable the probe descriptions of a program are.
 */
#ifndef DTRACE_RUNTIME_SESSION_RESOLVE_STABILITY_H
#define DTRACE_RUNTIME_SESSION_RESOLVE_STABILITY_H

#include <stddef.h>
#include <stdio.h>

struct prov_match;
struct resolved_clause;
struct resolved_spec;
struct session;
struct session_text;

/* Prints the details of -lv below a probe. */
void session_print_match(FILE *out, const struct prov_match *match);
/* Reports D_ATTR_MIN if a description is less stable than -x amin demands. */
int session_check_spec(struct session *session, const struct resolved_spec *of);
/* Prints the report of -v on a program with these clauses. */
void session_say_stability(struct session *session,
			   const struct session_text *text,
			   const struct resolved_clause *clauses, size_t cnt);

#endif
