// SPDX-License-Identifier: BSD-2-Clause
/*
 * --explain: what the probes are that a description matches, from the rows of
 * providers.def and about.def, and from what providers know of the probe:
 *
 *	proc:vmlinux::exit
 *	  provider   proc: processes, threads and signals
 *	  fires      when a process ends; ...
 *	  event      tracepoint sched_process_exit
 *	  cost       low: ...
 *	  arguments  args[0]: int
 *	  example    dtrace -n 'proc:::exit { ... }'
 *
 * Probes of one row of about.def are explained together.
 */
#include <errno.h>
#include <string.h>

#include "base/text/glob.h"
#include "base/text/printable.h"
#include "runtime/common/record.h"
#include "runtime/session/compile.h"
#include "runtime/session/list.h"
#include "runtime/session/report.h"
#include "runtime/session/resolve/match.h"
#include "runtime/session/resolve/no_match.h"
#include "runtime/session/resolve/resolve.h"
#include "runtime/session/session.h"
#include "runtime/session/session_state.h"

enum about_cost {
#define ABOUT(provider, name, fires, event, cost, values, example)
#define ABOUT_COST(class, text) COST_##class,
#include "runtime/provider/about.def"
#undef ABOUT_COST
	COST_CNT,
};

static const char *const costs[COST_CNT] = {
#define ABOUT_COST(class, text) [COST_##class] = text,
#include "runtime/provider/about.def"
#undef ABOUT
#undef ABOUT_COST
};

struct about_row {
	enum provider_row provider;
	const char *name; /* a pattern */
	const char *fires, *event;
	enum about_cost cost;
	const char *values, *example;
};

static const struct about_row rows[] = {
#define ABOUT_COST(class, text)
#define ABOUT(provider, name, fires, event, cost, values, example) \
	{ PROVIDER_##provider, name, fires, event, COST_##cost, values, \
	  example },
#include "runtime/provider/about.def"
#undef ABOUT
#undef ABOUT_COST
};

static const char *const provider_whats[PROVIDER_CNT] = {
#define PROVIDER(name, what) [PROVIDER_##name] = what,
#include "runtime/provider/providers.def"
#undef PROVIDER
};

/* The probes of a description that one row of about.def explains. */
struct about {
	const struct about_row *row;
	const struct probe *probe; /* the first of them */
	const char *event; /* the event as the provider names it, or NULL */
	const char **types;
	size_t type_cnt, cnt;
	bool has_other_types; /* not all have the argument types of the first */
	const char *warning; /* of the first one */
};

struct about_sink {
	struct prov_sink sink;
	struct arena *arena;
	VEC(struct about) groups;
};

/* --------------------------------------------------------------- collecting */

static const struct about_row *find_row(enum provider_row provider,
					const char *name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].provider == provider &&
		    glob_match(rows[i].name, name))
			return &rows[i];
	return NULL;
}

static struct about *group_of(struct about_sink *to,
			      const struct about_row *row)
{
	for (size_t i = to->groups.cnt; i-- > 0;)
		if (to->groups.v[i].row == row)
			return &to->groups.v[i];
	return NULL;
}

static bool has_types(const struct about *group,
		      const struct prov_match *match)
{
	if (group->type_cnt != match->arg_cnt)
		return false;
	for (size_t i = 0; i < match->arg_cnt; i++)
		if (strcmp(group->types[i], match->arg_types[i]))
			return false;
	return true;
}

static void collect(struct prov_sink *sink, const struct prov_match *match)
{
	struct about_sink *to = (struct about_sink *)sink;
	const struct about_row *row =
		find_row((enum provider_row)sink->row, match->probe->name);
	struct about *group = row ? group_of(to, row) : NULL;

	if (!row)
		return;
	if (group) {
		group->cnt++;
		group->has_other_types |= !has_types(group, match);
		return;
	}
	group = vec_add(&to->groups);
	*group = (struct about){
		.row = row,
		.probe = match->probe,
		.event = match->event,
		.types = arena_new_array(to->arena, const char *,
					 match->arg_cnt + 1),
		.type_cnt = match->arg_cnt,
		.cnt = 1,
	};
	for (size_t i = 0; i < match->arg_cnt; i++)
		group->types[i] = arena_strdup(to->arena, match->arg_types[i]);
	if (match->warning)
		group->warning = arena_strdup(to->arena, match->warning);
}

/* ----------------------------------------------------------------- printing */

/*
 * The field of the probe if it is the only one, otherwise that of the
 * description.
 */
static const char *field(const struct about *group, const char *of_probe,
			 const char *of_spec)
{
	if (group->cnt == 1)
		return of_probe;
	return *of_spec ? of_spec : "*";
}

/* Appends @text, with %m, %f and %n replaced. */
static void put_text(const struct about *group, const struct probe_spec *spec,
		     const char *text, struct strbuf *out)
{
	const struct probe *probe = group->probe;

	for (; *text; text++) {
		const char *part = NULL;

		if (text[0] == '%' && text[1] == 'm')
			part = field(group, probe->module, spec->module);
		else if (text[0] == '%' && text[1] == 'f')
			part = field(group, probe->function, spec->function);
		else if (text[0] == '%' && text[1] == 'n')
			part = field(group, probe->name, spec->name);
		if (!part) {
			strbuf_putc(out, *text);
			continue;
		}
		printable_puts(part, out);
		text++;
	}
}

static void put_line(const char *title, struct strbuf *out)
{
	strbuf_printf(out, "  %-11s", title);
}

static void put_arguments(const struct about *group, struct strbuf *out)
{
	const char *title = "arguments";

	if (group->has_other_types) {
		put_line(title, out);
		strbuf_puts(out, "args[] have different types from probe to probe: "
				 "see -lv\n");
		title = "";
	}
	for (size_t i = 0; !group->has_other_types && i < group->type_cnt;
	     i++) {
		put_line(title, out);
		strbuf_printf(out, "args[%zu]: ", i);
		printable_puts(group->types[i], out);
		strbuf_putc(out, '\n');
		title = "";
	}
	if (*group->row->values || *title) {
		put_line(title, out);
		strbuf_printf(out, "%s\n", *group->row->values ?
					     group->row->values : "none");
	}
}

/* May a program name all of these probes at once? */
static bool fit_together(const struct about *group)
{
	return group->row->cost != COST_WATCH || group->cnt <= RT_WATCH_MAX;
}

/*
 * The description as it was written, so that a shell and $target can use it
 * again. If that might match other probes as well, with the name of these, or of
 * the first of them if they are more than a program may name.
 */
static void put_description(const struct about *group,
			    const struct probe_spec *spec, struct strbuf *out)
{
	const char *row_name = group->row->name, *name = spec->name;
	const struct loc *loc = &spec->loc;
	size_t len = strlen(spec->provider) - spec->pid_digits;

	if (*name && glob_is_plain(name) && loc->src) {
		strbuf_add(out, loc->src->text + loc->begin,
			   loc->end - loc->begin);
		return;
	}
	if (group->cnt == 1 || !fit_together(group))
		name = group->probe->name;
	else if (strcmp(row_name, "*"))
		name = row_name;
	strbuf_printf(out, "%.*s%s:%s:%s:%s", (int)len, spec->provider,
		      spec->pid_digits ? "$target" : "", spec->module,
		      spec->function, name);
}

static void put_example(const struct about *group,
			const struct probe_spec *spec, struct strbuf *out)
{
	const char *example = group->row->example;
	struct strbuf text = { 0 };

	put_description(group, spec, &text);
	put_line("example", out);
	strbuf_puts(out, "dtrace -n '");
	printable_puts(strbuf_text(&text), out);
	strbuf_putc(out, ' ');
	put_text(group, spec, *example ? example : "{ @[execname] = count(); }",
		 out);
	strbuf_puts(out, strstr(strbuf_text(&text), "$target") ?
			 "' -c COMMAND\n" : "'\n");
	strbuf_deinit(&text);
}

static void put_title(const struct about *group, const struct probe_spec *spec,
		      struct strbuf *out)
{
	const struct probe *probe = group->probe;
	const char *const fields[] = { probe->provider, probe->module,
				       probe->function, probe->name };

	if (group->cnt > 1) {
		strbuf_printf(out, "%zu probes of ", group->cnt);
		printable_puts(spec->text, out);
		strbuf_puts(out, ", such as ");
	}
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		strbuf_puts(out, i ? ":" : "");
		printable_puts(fields[i], out);
	}
	strbuf_putc(out, '\n');
}

static void put_about(const struct about *group, const struct probe_spec *spec,
		      struct strbuf *out)
{
	const struct about_row *row = group->row;

	put_title(group, spec, out);
	put_line("provider", out);
	strbuf_printf(out, "%s: %s\n", provider_table[row->provider]->name,
		      provider_whats[row->provider]);
	put_line("fires", out);
	put_text(group, spec, row->fires, out);
	strbuf_putc(out, '\n');
	put_line("event", out);
	if (*row->event)
		put_text(group, spec, row->event, out);
	else
		strbuf_puts(out, group->event ? group->event : "not known");
	strbuf_putc(out, '\n');
	put_line("cost", out);
	strbuf_printf(out, "%s\n", costs[row->cost]);
	if (group->warning) {
		put_line("limit", out);
		printable_puts(group->warning, out);
		strbuf_putc(out, '\n');
	}
	put_arguments(group, out);
	put_example(group, spec, out);
}

/* Returns the number of probes that are explained. */
static size_t explain_spec(struct session *session,
			   const struct probe_spec *spec)
{
	struct about_sink to = { .sink = { .found = collect },
				 .arena = &session->arena };
	struct prov_why why = { 0 };
	struct strbuf out = { 0 };
	bool is_fallback;
	size_t cnt;

	session_match_spec(session, spec, &to.sink, &why, &is_fallback);
	cnt = to.groups.cnt;
	for (size_t i = 0; i < cnt; i++) {
		put_about(&to.groups.v[i], spec, &out);
		strbuf_putc(&out, '\n');
	}
	fputs(strbuf_text(&out), session->out);
	strbuf_deinit(&out);
	vec_deinit(&to.groups);
	if (!cnt)
		session_say_no_match(spec, session_why_no_match(session, spec, &why));
	return cnt;
}

int session_explain(struct session *session)
{
	int status = 0;

	session_resolve(session);
	if (session_check_programs(session))
		return 1;
	session_open_providers(session);
	for (const struct clause *c = session->program.clauses; c; c = c->next)
		for (const struct probe_spec *spec = c->specs; spec;
		     spec = spec->next)
			if (!explain_spec(session, spec))
				status = 1;
	return session_end_list(session) ? 1 : status;
}
