// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: argv. Out: the mode, the options in their order, the operands.
 *
 * Two conventions meet here. dtrace(1) has letters that may be bundled
 * (-qn TEXT, -sFILE); makefiles written for other build-time dtrace commands
 * also pass compiler options (-fPIC, -m32, -arch X), which must not be taken
 * for bundled letters. So the line is scanned twice: first as if tracing, to
 * find the mode, which compiler options do not affect; then with the rows of
 * options.def that are valid in that mode.
 */
#include "cmd/args.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

enum { B = 1, T = 2, BT = B | T };

struct option_row {
	enum cmd_option_id id;
	const char *text;
	const char *arg; /* "" when it takes none */
	int modes;
	const char *help;
};

static const struct option_row rows[] = {
#define OPT(row, text_, arg_, modes_, help_) \
	{ .id = CMD_##row,                   \
	  .text = text_,                     \
	  .arg = arg_,                       \
	  .modes = modes_,                   \
	  .help = help_ },
#include "cmd/options.def"
#undef OPT
};

struct scan {
	int argc;
	char **argv;
	int next; /* word of argv to read next */
	int modes; /* B or T */
	struct cmd_args *ret;
	struct strbuf *why;
};

static bool is_letter_row(const struct option_row *row)
{
	return row->text[1] != '-' && !row->text[2];
}

/* Only the first error is kept and printed. */
static int __attribute__((format(printf, 2, 3)))
complain(struct scan *scan, const char *fmt, ...)
{
	va_list ap;

	if (scan->why->len)
		return -EINVAL;
	va_start(ap, fmt);
	strbuf_vprintf(scan->why, fmt, ap);
	va_end(ap);
	return -EINVAL;
}

static void add(struct scan *scan, const struct option_row *row,
		const char *value, const char *word)
{
	vec_push(&scan->ret->options,
		 ((struct cmd_option){ row->id, value, word }));
}

/* Takes the next word as the value of @row. */
static int take_next(struct scan *scan, const struct option_row *row,
		     const char *word)
{
	if (scan->next >= scan->argc)
		return is_letter_row(row) ?
			complain(scan, "option requires an argument -- '%c'",
				 row->text[1]) :
			complain(scan, "option '%s' requires an argument",
				 row->text);
	add(scan, row, scan->argv[scan->next++], word);
	return 0;
}

/* The row of a whole word in this mode; *@value_ret: the text after '='. */
static const struct option_row *find_word(int modes, const char *word,
					  const char **value_ret)
{
	for (size_t i = 0; i < CMD_OPTION_CNT; i++) {
		const struct option_row *row = &rows[i];
		size_t len = strlen(row->text);
		char last = row->text[len - 1];

		*value_ret = NULL;
		if (is_letter_row(row) || !(row->modes & modes))
			continue;
		if (!strcmp(word, row->text))
			return row;
		if (last == '*' && word[len - 1] &&
		    !strncmp(word, row->text, len - 1))
			return row;
		*value_ret = word + len;
		if (last == '=' && !strncmp(word, row->text, len))
			return row;
	}
	return NULL;
}

static const struct option_row *find_letter(char letter)
{
	for (size_t i = 0; i < CMD_OPTION_CNT; i++)
		if (is_letter_row(&rows[i]) && rows[i].text[1] == letter)
			return &rows[i];
	return NULL;
}

/* "-qn TEXT": letters up to the first that takes an argument. */
static int scan_bundle(struct scan *scan, const char *word)
{
	for (const char *p = word + 1; *p; p++) {
		const struct option_row *row = find_letter(*p);

		if (!row)
			return complain(scan, "invalid option -- '%c'", *p);
		if (!*row->arg) {
			add(scan, row, NULL, word);
		} else if (p[1]) {
			add(scan, row, p + 1, word);
			return 0;
		} else {
			return take_next(scan, row, word);
		}
	}
	return 0;
}

static int scan_word(struct scan *scan, char *word)
{
	const struct option_row *row;
	const char *value;

	if (word[0] != '-' || !word[1]) {
		vec_push(&scan->ret->operands, word);
		return 0;
	}
	row = find_word(scan->modes, word, &value);
	if (!row && word[1] == '-')
		return complain(scan, "unrecognized option '%s'", word);
	if (!row && (word[1] == '3' || word[1] == '6'))
		return complain(scan, "illegal option -- %s", word + 1);
	if (!row)
		return scan_bundle(scan, word);
	if (*row->arg && !value)
		return take_next(scan, row, word);
	add(scan, row, value, word);
	return 0;
}

/* Continues after an error, so that the mode is always found. */
static int scan_all(struct scan *scan)
{
	bool only_operands = false;
	int ret = 0;

	for (scan->next = 1; scan->next < scan->argc;) {
		char *word = scan->argv[scan->next++];

		if (only_operands) {
			vec_push(&scan->ret->operands, word);
			continue;
		}
		if (!strcmp(word, "--")) {
			only_operands = true;
			continue;
		}
		if (scan_word(scan, word))
			ret = -EINVAL;
	}
	return ret;
}

/*
 * Sets the mode. Returns -EEXIST if options exclude each other; the same mode
 * may be given twice.
 */
static int find_mode(struct scan *scan)
{
	static const struct {
		enum cmd_option_id id;
		enum cmd_mode mode;
	} modes[] = {
		{ CMD_HEADER, MODE_HEADER },
		{ CMD_OBJECT, MODE_OBJECT },
		{ CMD_LIST, MODE_LIST },
		{ CMD_EXPLAIN, MODE_EXPLAIN },
		{ CMD_CHECK_ARGS, MODE_CHECK_ARGS },
		{ CMD_VERSION, MODE_VERSION },
		{ CMD_VERSION_WORD, MODE_VERSION },
	};
	struct cmd_args *args = scan->ret;
	int cnt = 0;

	args->mode = MODE_TRACE;
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (args_last(args, modes[i].id)) {
			cnt += args->mode != modes[i].mode;
			args->mode = modes[i].mode;
		}
	if (args_last(args, CMD_HELP))
		args->mode = MODE_HELP;
	else if (cnt > 1)
		complain(scan, "only one of the [-GhlV] options can be "
			       "specified at a time");
	else if (args_last(args, CMD_TEST) && cnt &&
		 args->mode != MODE_VERSION)
		complain(scan, "-B not valid in combination with [-Gl] "
			       "options");
	else if (args_last(args, CMD_TEST) && args_last(args, CMD_OUTPUT))
		complain(scan, "-B not valid in combination with -o option");
	else
		return 0;
	return args->mode == MODE_HELP ? 0 : -EEXIST;
}

/* Reports options that this mode does not have. */
static int check_modes(struct scan *scan)
{
	static const char *const where[] = {
		[B] = "option is not valid with -h or -G",
		[T] = "option is only valid with -h or -G"
	};
	const struct cmd_args *args = scan->ret;

	for (size_t i = 0; i < args->options.cnt; i++) {
		const struct option_row *row = &rows[args->options.v[i].id];

		if (!(row->modes & scan->modes))
			return complain(scan, "%s: %s", where[scan->modes],
					row->text);
	}
	return 0;
}

static bool is_build_mode(enum cmd_mode mode)
{
	return mode == MODE_HEADER || mode == MODE_OBJECT;
}

int args_scan(int argc, char **argv, struct cmd_args *ret, struct strbuf *why)
{
	struct scan scan = {
		.argc = argc, .argv = argv, .modes = T, .ret = ret, .why = why
	};
	int err, scan_err;

	memset(ret, 0, sizeof(*ret));
	scan_err = scan_all(&scan);
	err = find_mode(&scan);
	if (!err && is_build_mode(ret->mode)) {
		enum cmd_mode mode = ret->mode;

		args_deinit(ret);
		strbuf_clear(why);
		ret->mode = mode;
		scan.modes = B;
		scan_err = scan_all(&scan);
	}
	if (!err && ret->mode != MODE_HELP)
		err = scan_err ? scan_err : check_modes(&scan);
	return err;
}

void args_deinit(struct cmd_args *args)
{
	vec_deinit(&args->options);
	vec_deinit(&args->operands);
}

const char *args_last(const struct cmd_args *args, enum cmd_option_id id)
{
	for (size_t i = args->options.cnt; i-- > 0;)
		if (args->options.v[i].id == id)
			return args->options.v[i].value ?
				args->options.v[i].value :
				"";
	return NULL;
}

const char *args_text(enum cmd_option_id id)
{
	return rows[id].text;
}

static void help_row(struct strbuf *sb, const struct option_row *row)
{
	struct strbuf left = { 0 };
	size_t len = strlen(row->text);
	const char *blank = row->text[len - 1] == '=' || !*row->arg ? "" : " ";

	strbuf_printf(&left, "%s%s%s", row->text, blank, row->arg);
	strbuf_printf(sb, "  %-18s %s\n", strbuf_text(&left), row->help);
	strbuf_deinit(&left);
}

static void help_rows(struct strbuf *sb, const char *title, int modes)
{
	strbuf_printf(sb, "\n%s\n", title);
	for (size_t i = 0; i < CMD_OPTION_CNT; i++)
		if (rows[i].modes == modes && *rows[i].help)
			help_row(sb, &rows[i]);
}

void args_usage(struct strbuf *sb)
{
	strbuf_puts(
		sb,
		"Usage:\n"
		"  dtrace -h -s file [-o file]            provider definitions -> header\n"
		"  dtrace -G -s file [-o file] [object...] provider definitions -> object\n"
		"  dtrace [-s file | -n text]... [-c cmd | -p pid]... [arg...]  trace\n"
		"  dtrace -l [-v] [file... | -c cmd | -p pid]  list probes\n"
		"  dtrace --explain probe [-c cmd | -p pid]  explain probes\n");
}

void args_help(struct strbuf *sb)
{
	args_usage(sb);
	help_rows(sb, "Always:", BT);
	help_rows(sb, "Tracing and listing:", T);
	help_rows(sb, "With -h and -G:", B);
}
