/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why a description matches nothing.
 */
#ifndef DTRACE_RUNTIME_SESSION_RESOLVE_NO_MATCH_H
#define DTRACE_RUNTIME_SESSION_RESOLVE_NO_MATCH_H

#include <stdbool.h>

#include "runtime/provider/provider.h"

struct session;

/* Whether the description is for NAME$target and there is no -c or -p. */
bool spec_has_no_process(const struct probe_spec *spec);
/* Explains why @spec matches nothing, given the providers' @why; or NULL. */
const char *session_why_no_match(struct session *session,
				 const struct probe_spec *spec,
				 const struct prov_why *why);
/* With -Z: warns of a description that can never match a probe. */
void session_warn_never(struct session *session, const struct probe_spec *spec,
			struct prov_why why);

#endif
