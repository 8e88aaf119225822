// SPDX-License-Identifier: BSD-2-Clause
/*
 * Converts names of a script to names of metrics and labels:
 *
 *	@b = count(); @b_total = max()	dtrace_b_total, dtrace_b_total_2
 *	@q[this->le] = quantize()	dtrace_q{le0="..."}
 *
 * A reader rejects a file in which two metrics have one name, and a histogram
 * occupies four names: its own, _bucket, _count and _sum.
 */
#include "runtime/consume/prom_name.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/text/printable.h"

/*
 * The suffixes that each type appends to the metric's name; NULL ends the list.
 */
static const char *const suffixes[][5] = {
	[PROM_COUNTER] = { "_total" },
	[PROM_GAUGE] = { "" },
	[PROM_HISTOGRAM] = { "", "_bucket", "_count", "_sum" },
};

/* Of the run itself: format_prom.c. */
static const char *const own_names[] = {
	"dtrace_run_records_total",
	"dtrace_run_errors_total",
	"dtrace_run_drops_total",
};

static void take(struct prom_names *names, const char *name)
{
	*map_put_str(&names->taken, name) = names;
}

void prom_names_init(struct prom_names *names)
{
	*names = (struct prom_names){ 0 };
	arena_init(&names->arena);
	for (size_t i = 0; i < sizeof(own_names) / sizeof(own_names[0]); i++)
		take(names, own_names[i]);
}

void prom_names_deinit(struct prom_names *names)
{
	map_deinit(&names->taken);
	arena_deinit(&names->arena);
}

/* Letters, digits and _; others become _. */
static char *make_name(const char *prefix, const char *word)
{
	char *name = xasprintf("%s%s", prefix, word);

	for (char *p = name + strlen(prefix); *p; p++)
		if (!isalnum((unsigned char)*p))
			*p = '_';
	return name;
}

/* ----------------------------------------------------------------- metrics */

static char *plain_metric(const struct ident *ident)
{
	return make_name("dtrace_",
			 strcmp(ident->name, "_") ? ident->name :
						    "aggregation");
}

static bool is_free(const struct prom_names *names, const char *metric,
		    enum prom_type type)
{
	bool found = false;

	for (const char *const *suffix = suffixes[type]; *suffix; suffix++) {
		_cleanup_free_ char *name = xasprintf("%s%s", metric, *suffix);

		found |= map_get_str(&names->taken, name) != NULL;
	}
	return !found;
}

/* "dtrace_n"; if that is taken, "dtrace_n_2", "dtrace_n_3" ... */
static const char *give_metric(struct prom_names *names,
			       const struct ident *ident, enum prom_type type)
{
	_cleanup_free_ char *plain = plain_metric(ident);
	char *metric = arena_strdup(&names->arena, plain);

	for (unsigned int i = 2; !is_free(names, metric, type); i++)
		metric = arena_printf(&names->arena, "%s_%u", plain, i);
	for (const char *const *suffix = suffixes[type]; *suffix; suffix++) {
		_cleanup_free_ char *name = xasprintf("%s%s", metric, *suffix);

		take(names, name);
	}
	return metric;
}

bool prom_name_is_changed(const struct prom_name *name,
			  const struct ident *ident)
{
	_cleanup_free_ char *plain = plain_metric(ident);

	return strcmp(plain, name->metric);
}

/* ------------------------------------------------------------------ labels */

static bool is_label_taken(const struct prom_name *name, size_t cnt,
			   const char *label)
{
	/* of histograms and summaries, wherever they stand */
	bool found = !strcmp(label, "le") || !strcmp(label, "quantile");

	for (size_t i = 0; i < cnt; i++)
		found |= !strcmp(name->labels[i], label);
	return found;
}

/* The label of key @i: @word if it can be a label, else with the number @i. */
static const char *give_label(struct prom_names *names,
			      const struct prom_name *name, const char *word,
			      size_t i)
{
	bool is_word = isalpha((unsigned char)*word);
	_cleanup_free_ char *plain = make_name("", is_word ? word : "key");
	const char *label = plain;

	if (!is_word || is_label_taken(name, i, label))
		label = arena_printf(&names->arena, "%s%zu", plain, i);
	while (is_label_taken(name, i, label))
		label = arena_printf(&names->arena, "%s_%zu", label, i);
	return arena_strdup(&names->arena, label);
}

void prom_name_give(struct prom_names *names, const struct ident *ident,
		    enum prom_type type, struct prom_name *ret)
{
	ret->metric = give_metric(names, ident, type);
	ret->labels = arena_new_array(&names->arena, const char *,
				      ident->key_cnt + 1);
	for (size_t i = 0; i < ident->key_cnt; i++)
		ret->labels[i] = give_label(names, ret, ident->key_names[i], i);
}

void prom_put_label_text(const char *text, size_t len, struct strbuf *out)
{
	struct strbuf shown = { 0 };

	printable_add(text, len, "\n\t", &shown);
	strbuf_putc(out, '"');
	for (size_t i = 0; i < shown.len; i++) {
		if (shown.text[i] == '"' || shown.text[i] == '\\')
			strbuf_putc(out, '\\');
		if (shown.text[i] == '\n')
			strbuf_puts(out, "\\n");
		else
			strbuf_putc(out, shown.text[i]);
	}
	strbuf_putc(out, '"');
	strbuf_deinit(&shown);
}
