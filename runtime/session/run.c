// SPDX-License-Identifier: BSD-2-Clause
/*
 * The stages of a session whose programs are parsed, in their order. What one
 * stage leaves to the next is described in its header.
 */
#include <errno.h>

#include "runtime/session/anonymous/hold.h"
#include "runtime/session/compile.h"
#include "runtime/session/generate/buffer_limits.h"
#include "runtime/session/generate/generate.h"
#include "runtime/session/load/attach.h"
#include "runtime/session/load/load.h"
#include "runtime/session/preflight.h"
#include "runtime/session/progress.h"
#include "runtime/session/report.h"
#include "runtime/session/resolve/bind.h"
#include "runtime/session/resolve/resolve.h"
#include "runtime/session/session.h"
#include "runtime/session/session_state.h"
#include "runtime/session/trace/trace.h"

/* Probes are found first, because the checker needs the types of args[]. */
static int compile(struct session *session)
{
	session_resolve(session);
	progress_step(PROGRESS_COMPILE);
	if (session_check_programs(session))
		return -EINVAL;
	return session_bind(session);
}

static int load_and_attach(struct session *session)
{
	progress_step(PROGRESS_LOAD);
	return session_load(session) || session_attach(session);
}

static int begin(struct session *session)
{
	int err;

	progress_start(session);
	err = compile(session) || session_bind_to_cpu(session) ||
	      session_generate(session) || load_and_attach(session);
	progress_stop();
	return err;
}

static int run(struct session *session)
{
	if (session_prepare(session) || begin(session))
		return 1;
	session_limit_memory(session);
	session_say_fit(session);
	if (session->options.value[OPT_destructive] &&
	    !session->options.value[OPT_quiet])
		session_say("allowing destructive actions");
	return session_trace(session);
}

int session_run(struct session *session)
{
	int status = run(session);

	session_close_anonymous(session, status);
	return status;
}

int session_check(struct session *session)
{
	session_set_ring(session,
			 (uint64_t)session->options.value[OPT_bufsize]);
	if (session_check_objects(session) || session_check_sizes(session) ||
	    compile(session) || session_generate(session))
		return 1;
	return 0;
}
