/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the probes of one description in all providers.
 */
#ifndef DTRACE_RUNTIME_SESSION_RESOLVE_MATCH_H
#define DTRACE_RUNTIME_SESSION_RESOLVE_MATCH_H

#include <stdbool.h>

struct probe_spec;
struct prov_sink;
struct prov_why;
struct session;

/* Creates the providers, unless they exist. */
void session_open_providers(struct session *session);
void session_close_providers(struct session *session);
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

#endif
