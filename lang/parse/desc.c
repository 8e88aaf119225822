// SPDX-License-Identifier: BSD-2-Clause
/*
 * Splits probe descriptions such as `pid$target:libc.so::entry` into four
 * fields. Macro variables are replaced by their text first. The number of parts
 * and the option determine which field the first part is:
 *
 *	script and -n   name | function:name | module:function:name | all
 *	-f              function | module:function | provider:module:function
 *	-m              module | provider:module
 *	-P              provider
 *	-i, and a number in a script: the id of a probe; -i 4-7: several
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/parse/parser.h"

enum { DESC_PARTS = 4, DESC_RANGE_MAX = 10000 };

/* The maximum length of a field in bytes, including the NUL. */
static const size_t field_max[DESC_PARTS] = { 64, 64, 256, 128 };

static const char *form_name(enum desc_form form)
{
	switch (form) {
	case DESC_PROVIDER:
		return "provider";
	case DESC_MODULE:
		return "module";
	case DESC_FUNCTION:
		return "function";
	case DESC_FILE:
	case DESC_NAME:
	case DESC_ID:
		return "probe";
	}
	return "probe";
}

/* The number of fields before the last part, by form. */
static unsigned int form_parts(enum desc_form form)
{
	switch (form) {
	case DESC_PROVIDER:
		return 1;
	case DESC_MODULE:
		return 2;
	case DESC_FUNCTION:
		return 3;
	case DESC_FILE:
	case DESC_NAME:
	case DESC_ID:
		return 4;
	}
	return 4;
}

/* `$target`, `$1` ... replaced by their text. NULL after an error. */
static const char *expand_macros(struct parser *p, struct loc loc,
				 const char *text, unsigned int *pid_digits_ret)
{
	struct strbuf sb = { 0 };
	const char *expanded;
	bool is_provider = strchr(text, ':') || p->env->form == DESC_PROVIDER;
	int err = 0;

	while (*text && !err) {
		size_t len = *text == '$' ? 1 + (text[1] == '$') : 0;
		const char *value;
		bool is_string;

		if (!len || !(isalnum((unsigned char)text[len]) ||
			      text[len] == '_')) {
			is_provider = is_provider && *text != ':';
			strbuf_putc(&sb, *text++);
			continue;
		}
		if (isdigit((unsigned char)text[len]))
			while (isdigit((unsigned char)text[len]))
				len++;
		else
			while (isalnum((unsigned char)text[len]) ||
			       text[len] == '_')
				len++;
		value = lex_macro_text(p, loc, text, len, &is_string);
		if (!value)
			err = 1;
		else if (strchr(value, ':'))
			err = diag_error(p->diags, loc, "D_PDESC_INVAL",
					 "macro variable %.*s holds a ':'",
					 (int)len, text);
		else
			strbuf_puts(&sb, value);
		text += len;
		if (!err && is_provider && (*text == ':' || !*text) &&
		    !value[strspn(value, "0123456789")])
			*pid_digits_ret = (unsigned int)strlen(value);
	}
	expanded = err ? NULL : arena_strdup(p->arena, strbuf_text(&sb));
	strbuf_deinit(&sb);
	return expanded;
}

static int check_lengths(struct parser *p, const struct probe_spec *spec)
{
	const char *fields[] = { spec->provider, spec->module, spec->function,
				 spec->name };

	for (size_t i = 0; i < DESC_PARTS; i++)
		if (strlen(fields[i]) >= field_max[i])
			return diag_error(p->diags, spec->loc, "D_PDESC_INVAL",
					  "probe description field is longer "
					  "than %zu bytes", field_max[i] - 1);
	return 0;
}

/* Splits spec->text at its colons. Returns 0 or -EINVAL. */
static int split(struct parser *p, struct probe_spec *spec)
{
	const char *parts[DESC_PARTS] = { "", "", "", "" };
	const char **fields[] = { &spec->provider, &spec->module,
				  &spec->function, &spec->name };
	unsigned int max = form_parts(p->env->form);
	char *text = arena_strdup(p->arena, spec->text), *colon;

	for (;; text = colon + 1) {
		if (spec->part_cnt == max)
			return diag_error(p->diags, spec->loc, "D_PDESC_INVAL",
					  "invalid %s description \"%s\": "
					  "Overspecified probe description",
					  form_name(p->env->form), spec->text);
		parts[spec->part_cnt++] = text;
		colon = strchr(text, ':');
		if (!colon)
			break;
		*colon = '\0';
	}
	for (unsigned int i = 0; i < spec->part_cnt; i++)
		*fields[max - spec->part_cnt + i] = parts[i];
	return check_lengths(p, spec);
}

/* The numbers of "4-7", or false. */
static bool parse_range(const char *text, unsigned long *first_ret,
			unsigned long *last_ret)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	*first_ret = strtoul(text, &end, 10);
	if (*end != '-' || !isdigit((unsigned char)end[1]))
		return false;
	*last_ret = strtoul(end + 1, &end, 10);
	return !*end;
}

/* -i 4-7: a description for each. */
static struct probe_spec *desc_range(struct parser *p, struct loc loc,
				     const char *text, unsigned long first,
				     unsigned long last)
{
	struct probe_spec *spec, *next = NULL;

	if (!first || first > last || last - first >= DESC_RANGE_MAX) {
		diag_error(p->diags, loc, "D_PDESC_INVAL",
			   "invalid range of probe identifiers \"%s\": it "
			   "must ascend from 1 or more and span at most %d",
			   text,
			   DESC_RANGE_MAX);
		first = last = 1;
	}
	do {
		spec = desc_parse(p, loc,
				  arena_printf(p->arena, "%lu", last));
		spec->next = next;
		next = spec;
	} while (last-- > first);
	return spec;
}

struct probe_spec *desc_parse(struct parser *p, struct loc loc,
			      const char *text)
{
	struct probe_spec *spec = arena_new(p->arena, struct probe_spec);
	enum desc_form form = p->env->form;
	unsigned long first, last;

	if (form == DESC_ID && parse_range(text, &first, &last))
		return desc_range(p, loc, text, first, last);
	spec->loc = loc;
	spec->text = text;
	spec->provider = spec->module = spec->function = spec->name = "";
	p->diags->region = "in probe description";
	text = expand_macros(p, loc, text, &spec->pid_digits);
	if (!text)
		return spec;
	spec->text = text;
	if (*text && text[strspn(text, "0123456789")] == '\0') {
		unsigned long id = strtoul(text, NULL, 10);

		if (id == 0 || id > UINT32_MAX || (form != DESC_FILE &&
		    form != DESC_NAME && form != DESC_ID))
			diag_error(p->diags, loc, "D_PDESC_INVAL",
				   "probe identifier %s is not permitted here",
				   text);
		spec->id = (uint32_t)id;
		spec->part_cnt = 1;
	} else if (form == DESC_ID) {
		diag_error(p->diags, loc, "D_PDESC_INVAL",
			   "invalid probe identifier \"%s\"", text);
	} else {
		split(p, spec);
	}
	p->diags->region = NULL;
	return spec;
}

struct probe_spec *desc_last(struct probe_spec *spec)
{
	while (spec->next)
		spec = spec->next;
	return spec;
}
