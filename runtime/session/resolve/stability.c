// SPDX-License-Identifier: BSD-2-Clause
/*
 * Stability of probe descriptions, and what -v says of programs:
 *
 *	attributes of the providers whose probes a description matches
 *	  -> the least of the fields that the description gives
 *	  -> with that of the statements (lang/check/clause_stability.h): the report
 *
 * A description without a provider is unstable: its matches depend on which
 * other providers exist.
 */
#include "runtime/session/resolve/stability.h"

#include <stdio.h>

#include "base/text/diag.h"
#include "base/text/glob.h"
#include "base/text/printable.h"
#include "base/text/strbuf.h"
#include "lang/check/clause_stability.h"
#include "lang/stability.h"
#include "runtime/provider/provider.h"
#include "runtime/session/report.h"
#include "runtime/session/resolve/match.h"
#include "runtime/session/resolve/resolved.h"
#include "runtime/session/session_state.h"

static void print_block(FILE *out, const char *title, struct stability attr)
{
	fprintf(out, "\n\t%s Attributes\n"
		"\t\tIdentifier Names: %s\n"
		"\t\tData Semantics:   %s\n"
		"\t\tDependency Class: %s\n", title,
		stability_level_word(attr.name),
		stability_level_word(attr.data),
		stability_class_word(attr.class));
}

void session_print_match(FILE *out, const struct prov_match *match)
{
	struct stability least = stability_highest();
	struct strbuf room = { 0 };

	for (int i = 0; i < PROVIDER_ATTR_CNT - 1; i++)
		least = stability_min(least, match->attrs[i]);
	print_block(out, "Probe Description", least);
	print_block(out, "Argument", match->attrs[PROVIDER_ATTR_CNT - 1]);
	fputs("\n\tArgument Types\n", out);
	if (!match->arg_cnt)
		fputs("\t\tNone\n", out);
	for (size_t i = 0; i < match->arg_cnt; i++)
		fprintf(out, "\t\targs[%zu]: %s\n", i,
			printable_name(match->arg_types[i], &room));
	strbuf_deinit(&room);
	fputc('\n', out);
}

/* ------------------------------------------------------------ descriptions */

/* The reading in which @spec was resolved, which may be in *@room. */
static const struct probe_spec *reading_of(const struct resolved_spec *spec,
					   struct probe_spec *room)
{
	return spec->is_fallback && session_fallback(spec->spec, room) ?
		       room : spec->spec;
}

static struct stability spec_stability(const struct resolved_spec *spec)
{
	struct stability ret = { STABILITY_Stable, STABILITY_Stable,
				 CLASS_Common };
	struct probe_spec room;
	const struct probe_spec *reading = reading_of(spec, &room);
	const char *const fields[PROVIDER_ATTR_CNT - 1] = {
		reading->provider, reading->module, reading->function,
		reading->name
	};

	if (!*reading->provider || !glob_is_plain(reading->provider))
		return (struct stability){ STABILITY_Unstable,
					   STABILITY_Unstable, CLASS_Common };
	for (int i = 0; i < PROVIDER_ATTR_CNT - 1; i++)
		if (*fields[i] && glob_is_plain(fields[i]))
			ret = stability_min(ret, spec->least[i]);
	return ret;
}

int session_check_spec(struct session *session, const struct resolved_spec *of)
{
	const struct stability *least = session->asked.lang_env.least_stability;
	const struct probe_spec *spec = of->spec;
	struct strbuf text = { 0 };
	struct stability attr;
	int err;

	if (!least)
		return 0;
	attr = spec_stability(of);
	if (!stability_is_below(attr, *least))
		return 0;
	strbuf_printf(&text, "attributes of probe description %s (", spec->text);
	stability_text(attr, &text);
	strbuf_puts(&text, ") are below the minimum ");
	stability_text(*least, &text);
	err = diag_error(&session->diags, spec->loc, "D_ATTR_MIN", "%s",
			 text.text);
	strbuf_deinit(&text);
	return err;
}

/* ------------------------------------------------------------------ report */

struct detail_sink {
	struct prov_sink sink;
	FILE *out;
	bool is_done;
};

static void print_first(struct prov_sink *sink, const struct prov_match *match)
{
	struct detail_sink *to = (struct detail_sink *)sink;

	if (!to->is_done)
		session_print_match(to->out, match);
	to->is_done = true;
}

/* With -e: each description with the block that -lv prints. */
static void print_specs(struct session *session,
			const struct resolved_clause *clause)
{
	for (size_t i = 0; i < clause->specs.cnt; i++) {
		struct detail_sink sink = { { .found = print_first },
					    session->out, false };
		struct probe_spec room;
		const struct probe_spec *reading =
			reading_of(&clause->specs.v[i], &room);

		fprintf(session->out, "\n%s:%s:%s:%s\n", reading->provider,
			reading->module, reading->function, reading->name);
		session_look_for(session, reading, &sink.sink);
	}
}

void session_say_stability(struct session *session,
			   const struct session_text *text,
			   const struct resolved_clause *clauses, size_t cnt)
{
	struct stability specs = { STABILITY_Stable, STABILITY_Stable,
				   CLASS_Common };
	struct stability stmts = specs;
	FILE *out = session->out;

	for (size_t i = 0; i < cnt; i++) {
		for (size_t s = 0; s < clauses[i].specs.cnt; s++)
			specs = stability_min(
				specs, spec_stability(&clauses[i].specs.v[s]));
		stmts = stability_min(stmts,
				      clause_stability(clauses[i].clause));
	}
	fprintf(out, "\nStability attributes for ");
	session_print_name(out, text);
	fputs(":\n", out);
	print_block(out, "Minimum Probe Description", specs);
	print_block(out, "Minimum Statement", stmts);
	fputc('\n', out);
	for (size_t i = 0; i < cnt && session->mode == SESSION_CHECK; i++)
		print_specs(session, &clauses[i]);
	fflush(out);
}
