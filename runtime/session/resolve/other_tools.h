/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Suggestions for descriptions that are written as other tools write them.
 */
#ifndef DTRACE_RUNTIME_SESSION_RESOLVE_OTHER_TOOLS_H
#define DTRACE_RUNTIME_SESSION_RESOLVE_OTHER_TOOLS_H

struct probe_spec;
struct session;

/*
 * Returns the description that a user of another tool meant by @spec, which
 * matches nothing; NULL: it is not written as such tools do.
 */
const char *session_other_tool(struct session *session,
			       const struct probe_spec *spec);

#endif
