// SPDX-License-Identifier: BSD-2-Clause
/*
 * Creates a session and destroys it, stage after stage in the opposite order.
 */
#include "runtime/session/session.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/text/diag.h"
#include "base/text/strbuf.h"
#include "lang/parse/parse.h"
#include "lang/type/type.h"
#include "runtime/common/option.h"
#include "runtime/common/probe.h"
#include "runtime/dlib/dlib.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/session/configure.h"
#include "runtime/session/generate/generate.h"
#include "runtime/session/load/attach.h"
#include "runtime/session/load/load.h"
#include "runtime/session/load/watch_mappings.h"
#include "runtime/session/resolve/match.h"
#include "runtime/session/resolve/resolve.h"
#include "runtime/session/session_state.h"
#include "runtime/session/symbols.h"
#include "runtime/session/trace/consumer_setup.h"

struct session *session_create(enum session_mode mode, int argc,
			       char *const *argv)
{
	struct session *session = xcalloc(1, sizeof(*session));

	session->mode = mode;
	session->out = stdout;
	options_init(&session->options);
	if (getenv("DTRACE_DEBUG"))
		session->options.value[OPT_debug] = 1;
	arena_init(&session->arena);
	diag_init(&session->diags, &session->arena);
	session_open_symbols(&session->symbols, &session->arena);
	type_table_init(&session->types, &session->arena,
			session->symbols.type_source);
	program_init(&session->program, &session->arena, &session->types);
	session->program.library = dlib_library(session->symbols.dlib);
	session_init_asked(&session->asked, argc, argv);
	probe_table_init(&session->matched.probes);
	session->anonymous.listen_fd = session->anonymous.claimed_fd = -1;
	return session;
}

void session_destroy(struct session *session)
{
	bool dumps_core;

	if (!session)
		return;
	session_detach(session);
	session_close_consumer(session);
	session_direct_close(session);
	session_unload(session);
	session_drop_resolved(session);
	session_close_providers(session);
	session_drop_generated(session);
	session_watch_stop(session);
	kern_cpus_deinit(&session->limits.cpus);
	session_deinit_asked(&session->asked);
	probe_table_deinit(&session->matched.probes);
	program_deinit(&session->program);
	type_table_deinit(&session->types);
	session_close_symbols(&session->symbols);
	diag_deinit(&session->diags);
	dumps_core = session->options.value[OPT_core];
	options_deinit(&session->options);
	arena_deinit(&session->arena);
	if (session->out != stdout)
		fclose(session->out);
	free(session);
	if (dumps_core) {
		fflush(NULL);
		abort();
	}
}

int session_print_features(void)
{
	struct strbuf text = { 0 };

	feature_print(&text);
	fputs(strbuf_text(&text), stdout);
	strbuf_deinit(&text);
	return 0;
}
