/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A session, the only mutable root of a run: what all its stages use, then the
 * state of each, which the header of the stage describes, in the order in which
 * they are reached (run.c).
 */
#ifndef DTRACE_RUNTIME_SESSION_SESSION_STATE_H
#define DTRACE_RUNTIME_SESSION_SESSION_STATE_H

#include <stdio.h>

#include "base/arena.h"
#include "base/text/diag.h"
#include "lang/ast.h"
#include "lang/type/type.h"
#include "runtime/common/option.h"
#include "runtime/session/anonymous/hold.h"
#include "runtime/session/configure.h"
#include "runtime/session/direct/direct.h"
#include "runtime/session/generate/buffer_limits.h"
#include "runtime/session/generate/generate.h"
#include "runtime/session/load/load.h"
#include "runtime/session/load/watch_mappings.h"
#include "runtime/session/resolve/resolved.h"
#include "runtime/session/session.h"
#include "runtime/session/symbols.h"
#include "runtime/session/trace/consumer_setup.h"

struct session {
	enum session_mode mode;
	struct options options;
	struct arena arena;
	struct diag_list diags;
	struct type_table types;
	struct program program;
	FILE *out; /* stdout or the file of -o */

	struct session_asked asked;
	struct session_symbols symbols;
	struct session_limits limits;
	struct session_matched matched;
	struct session_tried tried;
	struct session_generated generated;
	struct session_loaded loaded;
	struct session_watched watched;
	struct session_consuming consuming;
	struct session_direct direct;
	struct session_anonymous anonymous;
};

#endif
