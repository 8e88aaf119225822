// SPDX-License-Identifier: BSD-2-Clause
/*
 * Program texts. They are parsed in their order and checked together later,
 * because a later one may use definitions of an earlier one.
 */
#include "runtime/session/compile.h"

#include <errno.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/text/diag.h"
#include "base/text/src.h"
#include "base/vec.h"
#include "lang/check/check.h"
#include "lang/parse/parse.h"
#include "lang/type/type.h"
#include "runtime/common/option.h"
#include "runtime/dlib/dlib.h"
#include "runtime/session/dump.h"
#include "runtime/session/report.h"
#include "runtime/session/session.h"
#include "runtime/session/session_state.h"

/* The options that the parser uses. */
static void update_lang_env(struct session *session)
{
	const int64_t *value = session->options.value;
	struct lang_env *env = &session->asked.lang_env;

	env->default_args = value[OPT_defaultargs];
	env->allows_unused_args = value[OPT_argref];
	env->allows_empty = value[OPT_empty];
	env->version = (uint32_t)value[OPT_version];
	/* a larger size is reported as an error before it is used */
	type_set_strsize(&session->types, value[OPT_strsize] < UINT32_MAX ?
			 (uint32_t)value[OPT_strsize] : UINT32_MAX);
}

static void set_option(struct session *session, enum option_origin origin,
		       const struct pragma_option *option)
{
	int err = option_set(&session->options, origin, option->name,
			     option->value);

	if (err)
		diag_error(&session->diags, option->loc, "D_PRAGMA_OPTSET",
			   "failed to set option '%s' to '%s': %s",
			   option->name, option->value ? option->value : "",
			   session_option_error(session, option->name, err));
	update_lang_env(session);
}

/* `#pragma D option`: takes effect from its line on. */
static void option_seen(void *ctx, const struct pragma_option *option)
{
	set_option(ctx, OPTION_PROGRAM, option);
}

/* Reads the files of -L, and sets the options that these have. */
static void read_folders(struct session *session)
{
	struct pragma_option **own = session->program.options_tail;

	dlib_read_folders(session->symbols.dlib, &session->program,
			  &session->diags);
	for (const struct pragma_option *option = *own; option;
	     option = option->next)
		set_option(session, OPTION_LIBRARY, option);
}

/* -x syslibdir replaces the built-in files; its folder is searched before those
 * of -L. */
static void set_library(struct session *session)
{
	const char *own = session->options.str[OPT_syslibdir];
	const char *more = session->options.str[OPT_libdir];
	bool has_own = !session->options.value[OPT_nolibs];
	const char *folders = more;

	if (own && has_own)
		folders = arena_printf(&session->arena, "%s%s%s", own,
				       more ? ":" : "", more ? more : "");
	dlib_set(session->symbols.dlib, folders, has_own && !own);
}

static const enum desc_form forms[] = {
	[SPEC_SCRIPT] = DESC_FILE,
	[SPEC_PROVIDER] = DESC_PROVIDER,
	[SPEC_MODULE] = DESC_MODULE,
	[SPEC_FUNCTION] = DESC_FUNCTION,
	[SPEC_NAME] = DESC_NAME,
	[SPEC_ID] = DESC_ID,
};

int session_add_program(struct session *session, enum session_spec spec,
			const char *name, const char *text, size_t len)
{
	struct session_text *unit = xcalloc(1, sizeof(*unit));
	struct clause **clauses = session->program.clauses_tail;
	struct lang_env *env = &session->asked.lang_env;
	int err;

	unit->spec = spec;
	unit->text = xstrndup(text, len);
	unit->name = xstrdup(name);
	vec_push(&session->asked.texts, unit);
	src_init(&unit->src, spec == SPEC_SCRIPT ? SRC_FILE : SRC_ARG,
		 unit->name, unit->text, len);
	env->form = forms[spec];
	env->is_pspec = spec != SPEC_SCRIPT || session->options.value[OPT_pspec];
	env->option_seen = option_seen;
	env->ctx = session;
	update_lang_env(session);
	set_library(session);
	err = lang_parse_program(&session->program, env, &unit->src,
				 &session->diags);
	unit->first = *clauses;
	for (struct clause *c = unit->first; c; c = c->next)
		unit->last = c;
	session_report(session);
	return err;
}

int session_check_programs(struct session *session)
{
	int err;

	read_folders(session);
	session->types.strsize_bytes =
		(uint32_t)session->options.value[OPT_strsize];
	session->asked.lang_env.scratchsize_bytes =
		(uint64_t)session->options.value[OPT_scratchsize];
	session_dump(session, DUMP_parsed);
	err = session->diags.error_cnt ?
		-EINVAL :
		lang_check_program(&session->program, &session->asked.lang_env,
				   &session->diags);
	session_report(session);
	if (!err) {
		session_dump(session, DUMP_checked);
		session_debug(session,
			      "compiled %zu programs, %zu files of "
			      "the library",
			      session->asked.texts.cnt,
			      dlib_parsed_cnt(session->symbols.dlib));
	}
	return err;
}
