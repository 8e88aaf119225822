// SPDX-License-Identifier: BSD-2-Clause
/*
 * Stability of probe descriptions, and what -v says of programs:
 *
 *	attributes of the providers whose probes a description matches
 *	  -> the least of the fields that the description gives
 *	  -> with that of the statements (lang/attribute): the report
 *
 * A description that leaves its provider open is unstable: what it matches
 * depends on who else is there.
 */
#include <stdio.h>

#include "lang/attribute.h"
#include "lang/stability.h"
#include "runtime/session_state.h"

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

	for (int i = 0; i < PROVIDER_ATTR_CNT - 1; i++)
		least = stability_min(least, match->attrs[i]);
	print_block(out, "Probe Description", least);
	print_block(out, "Argument", match->attrs[PROVIDER_ATTR_CNT - 1]);
	fputs("\n\tArgument Types\n", out);
	if (!match->arg_cnt)
		fputs("\t\tNone\n", out);
	for (size_t i = 0; i < match->arg_cnt; i++)
		fprintf(out, "\t\targs[%zu]: %s\n", i, match->arg_types[i]);
	fputc('\n', out);
}

/* ------------------------------------------------------------ descriptions */

struct spec_sink {
	struct prov_sink sink;
	const struct probe_spec *spec;
	struct stability least;
};

static void add_match(struct prov_sink *sink, const struct prov_match *match)
{
	struct spec_sink *to = (struct spec_sink *)sink;
	const char *const fields[PROVIDER_ATTR_CNT - 1] = {
		to->spec->provider, to->spec->module, to->spec->function,
		to->spec->name
	};

	for (int i = 0; i < PROVIDER_ATTR_CNT - 1; i++)
		if (*fields[i] && glob_is_plain(fields[i]))
			to->least = stability_min(to->least, match->attrs[i]);
}

/* @spec, or *@fallback when only that reading of it matches. */
static const struct probe_spec *
reading_of(struct session *session, const struct probe_spec *spec,
	   struct probe_spec *fallback)
{
	struct probe_spec strict = *spec;
	struct prov_why why = { 0 };

	if (!session_fallback(spec, fallback))
		return spec;
	strict.part_cnt = 4; /* has no other reading */
	return session_match_spec(session, &strict, NULL, NULL, &why) > 0 ?
		       spec :
		       fallback;
}

static struct stability spec_stability(struct session *session,
				       const struct probe_spec *spec)
{
	struct probe_spec fallback;
	struct prov_why why = { 0 };
	struct spec_sink sink = {
		.sink = { .found = add_match, .is_brief = true },
		.spec = reading_of(session, spec, &fallback),
		.least = { STABILITY_Stable, STABILITY_Stable, CLASS_Common },
	};

	if (!*sink.spec->provider || !glob_is_plain(sink.spec->provider))
		return (struct stability){ STABILITY_Unstable,
					   STABILITY_Unstable, CLASS_Common };
	session_match_spec(session, spec, NULL, &sink.sink, &why);
	return sink.least;
}

int session_check_spec(struct session *session, const struct probe_spec *spec)
{
	const struct stability *least = session->lang_env.least_stability;
	struct strbuf text = { 0 };
	struct stability attr;
	int err;

	if (!least)
		return 0;
	attr = spec_stability(session, spec);
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
static void print_specs(struct session *session, const struct clause *clause)
{
	for (const struct probe_spec *spec = clause->specs; spec;
	     spec = spec->next) {
		struct detail_sink sink = { { .found = print_first },
					    session->out, false };
		struct probe_spec fallback;
		const struct probe_spec *reading =
			reading_of(session, spec, &fallback);
		struct prov_why why = { 0 };

		fprintf(session->out, "\n%s:%s:%s:%s\n", reading->provider,
			reading->module, reading->function, reading->name);
		session_match_spec(session, spec, NULL, &sink.sink, &why);
	}
}

void session_say_stability(struct session *session,
			   const struct session_text *text)
{
	struct stability specs = { STABILITY_Stable, STABILITY_Stable,
				   CLASS_Common };
	struct stability stmts = specs;
	FILE *out = session->out;

	for (const struct clause *c = text->first; c; c = c->next) {
		for (const struct probe_spec *spec = c->specs; spec;
		     spec = spec->next)
			specs = stability_min(specs,
					      spec_stability(session, spec));
		stmts = stability_min(stmts, clause_stability(c));
		if (c == text->last)
			break;
	}
	fprintf(out, "\nStability attributes for ");
	session_print_name(out, text);
	fputs(":\n", out);
	print_block(out, "Minimum Probe Description", specs);
	print_block(out, "Minimum Statement", stmts);
	fputc('\n', out);
	for (const struct clause *c = text->first;
	     c && session->mode == SESSION_CHECK; c = c->next) {
		print_specs(session, c);
		if (c == text->last)
			break;
	}
	fflush(out);
}
