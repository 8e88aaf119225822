// SPDX-License-Identifier: BSD-2-Clause
/*
 * Parsing of option values: "4m" -> 4194304 bytes, "10hz" -> 100000000 ns,
 * "yes" -> 1. The effect of an option is where its value is read.
 */
#include "runtime/common/option.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/nearest.h"
#include "base/text/strbuf.h"
#include "lang/version.h"

enum option_kind { BOOL, SIZE, LIMIT, RATE, INT, STR, LIST, WORD, VERSION };
enum option_flag { CMD = 1, DYN = 2 };

static const struct option_row {
	const char *name;
	enum option_kind kind;
	int64_t def, min, max;
	unsigned int flags;
	const char *text;
} option_rows[OPT_CNT] = {
#define OPT(name, kind, def, min, max, flags, text) \
	[OPT_##name] = { #name, kind, def, min, max, flags, text },
#include "runtime/common/options.def"
#undef OPT
};

/* Values of WORD options, which are stored as the number of the row. */
static const char *const option_words[OPT_CNT][8] = {
	[OPT_bufpolicy] = { "switch", "fill", "ring" },
	[OPT_bufresize] = { "auto", "manual" },
	[OPT_color] = { "auto", "always", "never" }, /* enum color_mode */
	[OPT_direct] = { "auto", "off", "only" },
	[OPT_encoding] = { "auto", "ascii", "utf8" },
	[OPT_evaltime] = { "exec", "preinit", "postinit", "main" },
	[OPT_late] = { "dynamic", "static" },
	[OPT_linkmode] = { "kernel", "dynamic", "static" },
	[OPT_linktype] = { "elf", "dof" },
	[OPT_stdc] = { "a", "c", "s", "t" },
	[OPT_oformat] = {
#define OFORMAT(name, text) #name,
#include "runtime/common/output_formats.def"
#undef OFORMAT
	},
};

void options_init(struct options *options)
{
	memset(options, 0, sizeof(*options));
	for (int i = 0; i < OPT_CNT; i++)
		options->value[i] = option_rows[i].def;
}

void options_deinit(struct options *options)
{
	for (int i = 0; i < OPT_CNT; i++)
		free(options->str[i]);
}

/* An unsigned number with 0x and 0 prefixes; *end_ret is what follows. */
static int parse_number(const char *text, int64_t *ret, const char **end_ret)
{
	unsigned long long number;
	char *end;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	number = strtoull(text, &end, 0);
	if (errno || number > INT64_MAX)
		return -EINVAL;
	*ret = (int64_t)number;
	*end_ret = end;
	return 0;
}

static int parse_bool(const char *text, int64_t *ret)
{
	static const struct {
		const char *word;
		int value;
	} words[] = {
		{ "yes", 1 }, { "enable", 1 }, { "enabled", 1 },
		{ "true", 1 }, { "on", 1 }, { "set", 1 },
		{ "no", 0 }, { "disable", 0 }, { "disabled", 0 },
		{ "false", 0 }, { "off", 0 }, { "unset", 0 },
	};
	const char *end;

	if (!text) {
		*ret = 1;
		return 0;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcasecmp(text, words[i].word)) {
			*ret = words[i].value;
			return 0;
		}
	}
	if (parse_number(text, ret, &end) || *end)
		return -EINVAL;
	*ret = *ret != 0;
	return 0;
}

static int parse_size(const char *text, int64_t *ret)
{
	static const char suffixes[] = "kmgt";
	const char *end, *suffix;

	if (parse_number(text, ret, &end))
		return -EINVAL;
	if (!*end)
		return 0;
	suffix = strchr(suffixes, tolower((unsigned char)*end));
	if (!suffix || end[1])
		return -EINVAL;
	for (const char *s = suffixes; s <= suffix; s++)
		if (__builtin_mul_overflow(*ret, (int64_t)1024, ret))
			return -EINVAL;
	return 0;
}

/* "10hz", "10": per second; "5ms", "1min": an interval. Kept as ns. */
static int parse_rate(const char *text, int64_t *ret)
{
	static const struct {
		const char *unit;
		int64_t ns; /* of one unit; 0: the number is per second */
	} units[] = {
		{ "", 0 }, { "hz", 0 }, { "ns", 1 }, { "nsec", 1 },
		{ "us", 1000 }, { "usec", 1000 },
		{ "ms", 1000000 }, { "msec", 1000000 },
		{ "s", 1000000000 }, { "sec", 1000000000 },
		{ "m", 60000000000 }, { "min", 60000000000 },
		{ "h", 3600000000000 }, { "hour", 3600000000000 },
		{ "d", 86400000000000 }, { "day", 86400000000000 },
	};
	const char *end;
	int64_t number;

	if (parse_number(text, &number, &end))
		return -EINVAL;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcasecmp(end, units[i].unit))
			continue;
		if (units[i].ns)
			return __builtin_mul_overflow(number, units[i].ns,
						      ret) ? -EINVAL : 0;
		*ret = number ? 1000000000 / number : 0;
		return 0;
	}
	return -EINVAL;
}

static int parse_word(enum option option, const char *text, int64_t *ret)
{
	const char *const *words = option_words[option];

	for (int i = 0; words[i]; i++) {
		if (!strcmp(words[i], text)) {
			*ret = i;
			return 0;
		}
	}
	return -EINVAL;
}

static int parse_version(const char *text, int64_t *ret)
{
	uint32_t version;
	int err = lang_version_parse(text, &version);

	if (!err)
		*ret = version;
	return err;
}

static int parse_value(const struct option_row *row, const char *text,
		       int64_t *ret)
{
	const char *end;

	if (row->kind == BOOL)
		return parse_bool(text, ret);
	if (!text)
		return -EINVAL;
	switch (row->kind) {
	case LIMIT:
		if (!strcasecmp(text, "unlimited")) {
			*ret = INT64_MAX;
			return 0;
		}
		return parse_size(text, ret);
	case SIZE:
		return parse_size(text, ret);
	case RATE:
		return parse_rate(text, ret);
	case INT:
		return parse_number(text, ret, &end) || *end ? -EINVAL : 0;
	case WORD:
		return parse_word((enum option)(row - option_rows), text, ret);
	case VERSION:
		return parse_version(text, ret);
	case BOOL:
	case STR:
	case LIST:
		break;
	}
	return 0;
}

/* A list grows at its end, with a colon between. */
static void set_text(char **slot, const char *value, bool is_list)
{
	struct strbuf text = { 0 };

	if (is_list && *slot)
		strbuf_printf(&text, "%s:", *slot);
	strbuf_puts(&text, value);
	free(*slot);
	*slot = xstrdup(strbuf_text(&text));
	strbuf_deinit(&text);
}

int option_set(struct options *options, enum option_origin origin,
	       const char *name, const char *value)
{
	for (int i = 0; i < OPT_CNT; i++) {
		const struct option_row *row = &option_rows[i];
		int64_t number = 0;

		if (strcmp(row->name, name))
			continue;
		if ((origin == OPTION_PROGRAM || origin == OPTION_LIBRARY) &&
		    (row->flags & CMD))
			return -EPERM;
		if (origin == OPTION_RUNNING && !(row->flags & DYN))
			return -EBUSY;
		if (parse_value(row, value, &number))
			return -EINVAL;
		if (origin == OPTION_LIBRARY &&
		    (options->is_given[i] || options->str[i]))
			return 0;
		options->is_of_environment[i] = false;
		if (row->kind == STR || row->kind == LIST) {
			set_text(&options->str[i], value, row->kind == LIST);
			return 0;
		}
		if (number < row->min || number > row->max)
			return -EINVAL;
		options->value[i] = number;
		options->is_given[i] = true;
		return 0;
	}
	return -ENOENT;
}

/* "2m"; "3000 bytes" when it is not round. */
void option_put_size(struct strbuf *sb, int64_t bytes)
{
	static const char units[] = "tgmk";
	int64_t unit = (int64_t)1 << 40;

	for (const char *u = units; *u; u++, unit /= 1024)
		if (bytes >= unit && bytes % unit == 0) {
			strbuf_printf(sb, "%" PRId64 "%c", bytes / unit, *u);
			return;
		}
	strbuf_printf(sb, "%" PRId64 " byte%s", bytes, bytes == 1 ? "" : "s");
}

/* "switch, fill or ring" */
static void put_words(struct strbuf *sb, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		strbuf_printf(sb, "%s%s",
			      !i ? "" : words[i + 1] ? ", " : " or ",
			      words[i]);
}

/* What the option takes. */
static void put_wanted(struct strbuf *sb, const struct option_row *row)
{
	switch (row->kind) {
	case BOOL:
		strbuf_puts(sb, "yes or no");
		break;
	case SIZE:
		strbuf_puts(sb, "a size from ");
		option_put_size(sb, row->min);
		if (row->max == INT64_MAX)
			break;
		strbuf_puts(sb, " to ");
		option_put_size(sb, row->max);
		break;
	case LIMIT:
		strbuf_puts(sb, "a size or unlimited");
		break;
	case RATE:
		strbuf_puts(sb, "a rate or an interval, such as 10hz or 100ms");
		break;
	case INT:
		strbuf_printf(sb, "a number from %" PRId64 " to %" PRId64,
			      row->min, row->max);
		break;
	case WORD:
		put_words(sb, option_words[row - option_rows]);
		break;
	case VERSION:
		strbuf_puts(sb, "a version of D from 1.0 to 2.0");
		break;
	case STR:
	case LIST:
		strbuf_printf(sb, "a text: %s", row->text);
		break;
	}
}

void option_put_error(struct strbuf *sb, const char *name, int err)
{
	const struct option_row *row = option_rows;

	struct nearest nearest;

	if (err == -ENOENT) {
		nearest_init(&nearest, name);
		for (size_t i = 0; i < OPT_CNT; i++)
			nearest_offer(&nearest, option_rows[i].name);
		strbuf_puts(sb, "Invalid option name");
		if (nearest.best)
			strbuf_printf(sb, " (did you mean %s?)", nearest.best);
		return;
	}
	if (err != -EINVAL) {
		strbuf_puts(sb, err == -EPERM ? "Option cannot be used from "
						"within a D program" :
						"Operation illegal when "
						"tracing is active");
		return;
	}
	while (strcmp(row->name, name))
		row++;
	strbuf_puts(sb, "Invalid value for specified option (it takes ");
	put_wanted(sb, row);
	strbuf_puts(sb, ")");
}

static void env_init(enum option option, struct option_env *ret)
{
	size_t len = strlen(OPTION_ENV_PREFIX);

	*ret = (struct option_env){ OPTION_ENV_PREFIX,
				    option_rows[option].name };
	for (const char *s = ret->option; *s; s++)
		ret->variable[len++] = (char)toupper((unsigned char)*s);
}

const char *option_from_env(enum option option, struct option_env *ret)
{
	env_init(option, ret);
	return getenv(ret->variable);
}

static bool is_of_option(const char *variable)
{
	for (int i = 0; i < OPT_CNT; i++) {
		struct option_env env;
		size_t len;

		env_init((enum option)i, &env);
		len = strlen(env.variable);
		if (!strncmp(variable, env.variable, len) &&
		    variable[len] == '=')
			return true;
	}
	return false;
}

const char *option_unknown_env(void)
{
	for (char **v = environ; *v; v++)
		if (!strncmp(*v, OPTION_ENV_PREFIX,
			     strlen(OPTION_ENV_PREFIX)) &&
		    !is_of_option(*v))
			return *v;
	return NULL;
}

void option_put_giver(struct strbuf *sb, const struct options *options,
		      enum option option)
{
	struct option_env env;

	env_init(option, &env);
	if (options->is_of_environment[option])
		strbuf_puts(sb, env.variable);
	else
		strbuf_printf(sb, "-x %s", env.option);
}

void option_put_value(struct strbuf *sb, const char *value)
{
	enum { SHOWN_MAX = 100 };
	size_t len = strlen(value);

	if (len <= SHOWN_MAX)
		strbuf_puts(sb, value);
	else
		strbuf_printf(sb, "%.*s... (%zu bytes)", SHOWN_MAX, value, len);
}
