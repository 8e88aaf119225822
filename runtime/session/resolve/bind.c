// SPDX-License-Identifier: BSD-2-Clause
/*
 * Binds checked clauses to the probes that their descriptions were resolved to:
 * tells the providers, which make programs of them, and the user how many there
 * are, or why there are none.
 */
#include "runtime/session/resolve/bind.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text/diag.h"
#include "base/text/printable.h"
#include "base/text/strbuf.h"
#include "runtime/provider/provider.h"
#include "runtime/session/progress.h"
#include "runtime/session/report.h"
#include "runtime/session/resolve/match.h"
#include "runtime/session/resolve/no_match.h"
#include "runtime/session/resolve/resolve.h"
#include "runtime/session/resolve/resolved.h"
#include "runtime/session/resolve/stability.h"
#include "runtime/session/resolve/syscall_hint.h"
#include "runtime/session/session_state.h"

static int refuse_spec(struct session *session, const struct probe_spec *spec,
		       struct prov_why why)
{
	struct strbuf room = { 0 };
	int err;

	if (spec_has_no_process(spec))
		return diag_error(&session->diags, spec->loc, "D_PROC_BADPID",
				  "%s does not contain a valid pid: $target "
				  "is that of -c or -p", spec->provider);
	why.text = session_why_no_match(session, spec, &why);
	/* the text may name functions and files */
	if (why.text)
		why.text = printable_name(why.text, &room);
	err = diag_error(&session->diags, spec->loc,
			 why.tag ? why.tag : "D_PDESC_ZERO",
			 "probe description %s does not match any "
			 "probes%s%s%s", spec->text, why.text ? " (" : "",
			 why.text ? why.text : "", why.text ? ")" : "");
	strbuf_deinit(&room);
	return err;
}

/* Enables @clause at the sites of a description, then at what comes later. */
static void enable_spec(struct session *session, const struct clause *clause,
			const struct resolved_spec *spec,
			const struct resolved_site *sites)
{
	void *const *states = session->matched.providers;
	bool is_found[PROVIDER_CNT] = { false };
	struct probe_spec reading = *spec->spec;

	for (size_t i = 0; i < spec->site_cnt; i++) {
		uint8_t row = sites[i].provider;

		provider_table[row]->enable(states[row], sites[i].site, clause);
		is_found[row] = true;
	}
	if (spec->is_fallback)
		session_fallback(spec->spec, &reading);
	for (int i = 0; i < PROVIDER_CNT; i++) {
		if (!provider_table[i]->enable_later)
			continue;
		if (spec->is_fallback)
			provider_table[i]->enable_later(states[i], spec->spec,
							clause, false);
		provider_table[i]->enable_later(states[i], &reading, clause,
						is_found[i]);
	}
}

/* Tells the providers which of them a clause has sites of. */
static void note_clause(struct session *session,
			const struct resolved_clause *clause)
{
	struct prov_clause note = { .clause = clause->clause };

	_Static_assert(PROVIDER_CNT <= 32, "a bit for each");

	for (size_t i = 0; i < clause->sites.cnt; i++)
		note.providers |= 1u << clause->sites.v[i].provider;
	for (size_t i = 0; i < clause->specs.cnt; i++)
		note.is_late |= !clause->specs.v[i].site_cnt;
	vec_push(&session->matched.prov_env.clauses, note);
}

static int bind_clause(struct session *session, struct session_text *text,
		       const struct resolved_clause *clause)
{
	const struct resolved_site *sites = clause->sites.v;
	int err = 0;

	note_clause(session, clause);

	for (size_t i = 0; i < clause->specs.cnt; i++) {
		const struct resolved_spec *spec = &clause->specs.v[i];

		enable_spec(session, clause->clause, spec, sites);
		sites += spec->site_cnt;
		if (spec->cnt > 0) {
			text->match_cnt += (size_t)spec->cnt;
			if (session_check_spec(session, spec))
				err = -EINVAL;
		} else if (session->options.value[OPT_zdefs]) {
			session_warn_never(session, spec->spec, spec->why);
		} else {
			err = refuse_spec(session, spec->spec, spec->why);
		}
	}
	return err;
}

/* "matched N probes", with the description as the user typed it. */
static void say_matched(const struct session *session,
			const struct session_text *text)
{
	const char *plural = text->match_cnt == 1 ? "" : "s";
	struct strbuf line = { 0 };

	if (session->options.value[OPT_quiet])
		return;
	if (text->spec == SPEC_SCRIPT) {
		session_say("script '%s' matched %zu probe%s", text->name,
			    text->match_cnt, plural);
		return;
	}
	/* the user's own text keeps its lines */
	strbuf_printf(&line, "dtrace: description '%.*s' matched %zu probe%s\n",
		      (int)strcspn(text->text, "{/;"), text->text,
		      text->match_cnt, plural);
	fflush(stdout);
	session_say_text(strbuf_text(&line));
	strbuf_deinit(&line);
}

/* Returns the number of clauses of @text, the first ones of @clauses. */
static size_t count_clauses(const struct session_text *text,
			    const struct resolved_clause *clauses)
{
	size_t cnt = 0;

	if (!text->first)
		return 0;
	while (clauses[cnt].clause != text->last)
		cnt++;
	return cnt + 1;
}

static int bind_text(struct session *session, struct session_text *text,
		     const struct resolved_clause *clauses, size_t cnt)
{
	int err = 0;

	for (size_t i = 0; i < cnt; i++)
		if (bind_clause(session, text, &clauses[i]))
			err = -EINVAL;
	progress_hide();
	if (session_report(session))
		err = -EINVAL;
	else if (session->mode == SESSION_TRACE)
		say_matched(session, text);
	if (!err && session->options.value[OPT_verbose])
		session_say_stability(session, text, clauses, cnt);
	progress_unhide();
	return err;
}

int session_bind(struct session *session)
{
	const struct resolved_clause *clauses = session->matched.clauses.v;
	size_t total = 0;
	int err = 0;

	for (size_t i = 0; i < session->asked.texts.cnt && !err; i++) {
		struct session_text *text = session->asked.texts.v[i];
		size_t cnt = count_clauses(text, clauses);

		err = bind_text(session, text, clauses, cnt);
		clauses += cnt;
		total += text->match_cnt;
	}
	if (!err && !session->asked.texts.cnt) {
		session_say("no probes specified");
		return -EINVAL;
	}
	if (!err && !total && !session->options.value[OPT_zdefs]) {
		session_say("no probes matched");
		return -EINVAL;
	}
	if (!err && session->mode == SESSION_TRACE)
		session_hint_calls(session);
	session_drop_resolved(session);
	return err;
}
