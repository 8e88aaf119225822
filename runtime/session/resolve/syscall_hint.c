// SPDX-License-Identifier: BSD-2-Clause
/*
 * Hints at descriptions that match but never fire, because the C library of
 * this system makes another system call:
 *
 *	syscall::open:entry	glibc calls openat here
 */
#include "runtime/session/resolve/syscall_hint.h"

#include <string.h>

#include "base/map.h"
#include "base/text/glob.h"
#include "runtime/provider/syscall/libc_syscalls.h"
#include "runtime/session/report.h"
#include "runtime/session/resolve/resolved.h"
#include "runtime/session/session_state.h"

bool session_may_hint(const struct session *session,
		      const struct probe_spec *spec)
{
	return session->mode == SESSION_TRACE &&
	       strcmp(spec->provider, "syscall") == 0 && *spec->function &&
	       glob_is_plain(spec->function);
}

/* Does another description match @call as well? */
static bool is_wanted(const struct session *session, const char *call)
{
	for (const struct clause *c = session->program.clauses; c; c = c->next)
		for (const struct probe_spec *s = c->specs; s; s = s->next)
			if (glob_match(s->provider, "syscall") &&
			    glob_match(s->function, call) &&
			    (glob_match(s->name, "entry") ||
			     glob_match(s->name, "return")))
				return true;
	return false;
}

static void hint(struct session *session, const struct resolved_spec *spec,
		 struct map *said)
{
	const char *instead;

	/* the probe's own name: stat is newstat */
	if (!spec->function || map_get_str(said, spec->function))
		return;
	*map_put_str(said, spec->function) = session;
	instead = syscall_instead_of(spec->function);
	if (instead && !is_wanted(session, instead) &&
	    syscall_is_made_instead(spec->function))
		session_say("hint: the C library calls %s here, not %s: see "
			    "syscall::%s:entry", instead, spec->spec->function,
			    instead);
}

void session_hint_calls(struct session *session)
{
	struct map said = { 0 };

	for (size_t i = 0; i < session->matched.clauses.cnt; i++) {
		const struct resolved_clause *clause =
			&session->matched.clauses.v[i];

		for (size_t s = 0; s < clause->specs.cnt; s++)
			if (session_may_hint(session, clause->specs.v[s].spec))
				hint(session, &clause->specs.v[s], &said);
	}
	map_deinit(&said);
}
