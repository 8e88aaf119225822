// SPDX-License-Identifier: BSD-2-Clause
/*
 * What clauses do that the user (-w) or the kernel must allow.
 */
#include "runtime/session/load/check_needs.h"

#include <errno.h>

#include "lang/builtin_flags.h"
#include "lang/walk.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"

/* Actions of a clause that the user or the kernel must allow. */
struct needs {
	bool is_destructive;
	const char *write_user; /* action that writes into processes, or NULL */
};

static void find_needs(const struct node *node, void *arg)
{
	struct needs *needs = arg;

	needs->is_destructive |= call_flags(node) & BUILTIN_DESTRUCTIVE;
	if (calls_subr(node, SUBR_copyout) || calls_subr(node, SUBR_copyoutstr))
		needs->write_user = node->call.name;
}

int session_check_needs(const struct session *session,
			const struct clause *const *clauses, size_t clause_cnt)
{
	struct needs needs = { 0 };

	for (size_t i = 0; i < clause_cnt; i++)
		clause_walk(clauses[i], find_needs, &needs);
	if (needs.is_destructive && !session->options.value[OPT_destructive]) {
		session_say("could not enable tracing: Destructive actions "
			    "not allowed");
		return -EINVAL;
	}
	if (needs.write_user && !feature_has(FEAT_probe_write_user)) {
		session_say("could not enable tracing: %s( ) is not possible "
			    "here: %s", needs.write_user,
			    feature_reason(FEAT_probe_write_user));
		return -EINVAL;
	}
	return 0;
}
