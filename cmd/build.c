// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: the command line of -h or -G. Out: a header or an object.
 *
 *	-s files --(preprocess.c)--> texts --lang/--> provider definitions
 *		--dtrace-gen/--> header, or --linker/--> object
 *
 * Nothing of the tracing side is used: no root, no kernel, no compiler. Of
 * the environment only CPP is read (with -C), and CC and CFLAGS, which say
 * for which machine the object is and how semaphores are named.
 */
#include "cmd/build.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/system/file.h"
#include "base/text/color.h"
#include "base/text/words.h"
#include "cmd/preprocess.h"
#include "cmd/say.h"
#include "dtrace-gen/header.h"
#include "dtrace-gen/name_clash.h"
#include "lang/parse/parse.h"
#include "linker/link.h"

/* A text must live as long as what was parsed from it. */
struct build_text {
	const char *path;
	char *text;
	struct src src;
};

struct build {
	const struct cmd_args *args;
	struct arena arena;
	struct type_table types;
	struct program program;
	struct diag_list diags;
	struct build_text *texts;
	size_t text_cnt;
	const char *out_path;
	const char *depends_path; /* NULL without -MD */
};

static bool has(const struct build *build, enum cmd_option_id id)
{
	return args_last(build->args, id);
}

/* ---- input */

static int read_text(struct build *build, struct build_text *text)
{
	struct lang_env env = { .is_preprocessed = has(build, CMD_CPP) };
	size_t len = 0;
	int err;

	if (env.is_preprocessed) {
		err = preprocess(build->args, text->path, false, &text->text,
				 &len);
	} else {
		err = file_read(text->path, &text->text, &len);
		if (err)
			say("failed to open %s: %s", text->path,
			    strerror(-err));
	}
	if (err)
		return err;
	src_init(&text->src, SRC_FILE, text->path, text->text, len);
	lang_parse_providers(&build->program, &env, &text->src, &build->diags);
	return 0;
}

static int read_texts(struct build *build)
{
	const struct cmd_args *args = build->args;
	int err = 0;

	build->texts = xcalloc(args->options.cnt + 1, sizeof(*build->texts));
	for (size_t i = 0; !err && i < args->options.cnt; i++)
		if (args->options.v[i].id == CMD_SCRIPT) {
			build->texts[build->text_cnt].path =
				args->options.v[i].value;
			err = read_text(build,
					&build->texts[build->text_cnt++]);
		}
	return err;
}

/* ---- names of outputs */

/* "dir/foo.d" -> "foo.h": in the current folder. */
static const char *default_output(struct build *build)
{
	const char *path = build->texts[0].path;
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');
	int len = dot && dot != name ? (int)(dot - name) : (int)strlen(name);

	return arena_printf(&build->arena, "%.*s%s", len, name,
			    build->args->mode == MODE_HEADER ? ".h" : ".o");
}

/* ---- -h */

/* Whether @path already has this content, so that it need not be written. */
static bool is_unchanged(const struct build *build, const char *path,
			 const struct strbuf *sb)
{
	_cleanup_free_ char *old = NULL;
	size_t len;

	return has(build, CMD_KEEP_TIME) && !file_read(path, &old, &len) &&
		len == sb->len && !memcmp(old, strbuf_text(sb), len);
}

static int write_file(const struct build *build, const char *path,
		      const struct strbuf *sb)
{
	int err;

	if (is_unchanged(build, path, sb))
		return 0;
	err = file_write_atomic(path, strbuf_text(sb), sb->len);
	if (err)
		say("failed to open output file '%s': %s", path,
		    file_output_error(-err));
	return err;
}

static int make_header(struct build *build)
{
	struct strbuf sb = { 0 }, guard = { 0 };
	struct gen_header_opts opts = { .with_sdt = has(build, CMD_WITH_SDT),
					.is_direct = has(build, CMD_DIRECT) };
	int err;

	if (has(build, CMD_GUARD)) {
		gen_guard_name(build->out_path, &guard);
		opts.guard = strbuf_text(&guard);
	}
	gen_header(&build->program, &opts, &sb);
	err = write_file(build, build->out_path, &sb);
	strbuf_deinit(&sb);
	strbuf_deinit(&guard);
	return err;
}

/* ---- -G */

static struct link_naming naming(const struct words *flags)
{
	struct link_naming ret = { 0 };

	for (size_t i = 0; i < flags->v.cnt; i++) {
		const char *word = flags->v.v[i];

		if (!strncmp(word, "-DSTAP_SDT_V1", 13) &&
		    (!word[13] || word[13] == '='))
			ret.is_v1 = ret.is_visible = true;
		if (!strncmp(word, "-DSTAP_SDT_V2", 13) &&
		    (!word[13] || word[13] == '='))
			ret.is_visible = true;
	}
	return ret;
}

/* Options that affect the object, as options of a compiler. */
static void add_option_words(struct build *build, struct words *words)
{
	for (size_t i = 0; i < build->args->options.cnt; i++) {
		const struct cmd_option *option = &build->args->options.v[i];

		if (option->id == CMD_DEFINE)
			vec_push(&words->v,
				 arena_printf(&build->arena, "-D%s",
					      option->value));
		else if (option->id == CMD_M32 || option->id == CMD_BITS32)
			vec_push(&words->v, "-m32");
		else if (option->id == CMD_M64 || option->id == CMD_BITS64)
			vec_push(&words->v, "-m64");
		else if (option->id == CMD_ARCH) {
			vec_push(&words->v, "-arch");
			vec_push(&words->v, option->value);
		}
	}
}

static void add_env_words(struct build *build, struct words *words,
			  const char *name)
{
	const char *text = getenv(name);

	words_split(words, &build->arena, text ? text : "");
}

/* Empty operands, from empty makefile variables, are dropped. */
static const char **named_operands(struct build *build, size_t *cnt_ret)
{
	const struct cmd_args *args = build->args;
	const char **ret = arena_new_array(&build->arena, const char *,
					   args->operands.cnt + 1);

	*cnt_ret = 0;
	for (size_t i = 0; i < args->operands.cnt; i++)
		if (*args->operands.v[i])
			ret[(*cnt_ret)++] = args->operands.v[i];
	return ret;
}

static int make_object(struct build *build)
{
	struct link_request request = { .out_path = build->out_path,
					.is_direct = has(build, CMD_DIRECT) };
	struct words words = { 0 };
	int err;

	add_env_words(build, &words, "CC");
	request.hints.cc_word_cnt = words.v.cnt;
	add_env_words(build, &words, "CFLAGS");
	add_option_words(build, &words);
	request.hints.words = words.v.v;
	request.hints.word_cnt = words.v.cnt;
	request.hints.target = args_last(build->args, CMD_TARGET);
	request.naming = naming(&words);
	request.operands = named_operands(build, &request.operand_cnt);
	err = link_make(&build->program, &request, &build->diags);
	words_deinit(&words);
	return err;
}

/* ---- -MD */

static int write_depends(struct build *build)
{
	const char *target = args_last(build->args, CMD_DEPENDS_OF);
	struct strbuf sb = { 0 };
	int err;

	if (!build->depends_path)
		return 0;
	for (size_t i = 0; i < build->text_cnt; i++)
		preprocess_depends(
			target ? target : build->out_path, build->texts[i].path,
			has(build, CMD_CPP) ? build->texts[i].text : "", &sb);
	err = write_file(build, build->depends_path, &sb);
	strbuf_deinit(&sb);
	return err;
}

/* ---- the whole */

/* A mistake in a makefile must not overwrite the definitions that are read. */
static int check_output(const struct build *build, const char *path)
{
	for (size_t i = 0; i < build->text_cnt; i++)
		if (file_is_same(path, build->texts[i].path)) {
			say("output file '%s' is also the input: not written",
			    path);
			return -EINVAL;
		}
	return 0;
}

static int name_outputs(struct build *build)
{
	const struct cmd_args *args = build->args;
	int err;

	build->out_path = args_last(args, CMD_OUTPUT);
	if (!build->out_path)
		build->out_path = default_output(build);
	err = check_output(build, build->out_path);
	if (err || !has(build, CMD_DEPENDS))
		return err;
	build->depends_path = args_last(args, CMD_DEPENDS_FILE);
	if (!build->depends_path)
		build->depends_path =
			arena_printf(&build->arena, "%s.d", build->out_path);
	if (file_is_same(build->depends_path, build->out_path)) {
		say("-MF and -o name the same file: '%s'", build->out_path);
		return -EINVAL;
	}
	return check_output(build, build->depends_path);
}

static int make(struct build *build)
{
	bool is_lax = has(build, CMD_LAX);
	int err = read_texts(build);

	if (err)
		return err;
	gen_check_unique(&build->program, &build->diags);
	if (build->diags.error_cnt && !is_lax)
		return -EINVAL;
	err = name_outputs(build);
	if (err)
		return err;
	err = build->args->mode == MODE_HEADER ? make_header(build) :
						 make_object(build);
	return err ? err : write_depends(build);
}

/* How -x errtags and -x color affect messages; no other -x option does here. */
static unsigned int message_look(const struct cmd_args *args)
{
	enum color_mode color = COLOR_AUTO;
	unsigned int look = 0;

	for (size_t i = 0; i < args->options.cnt; i++) {
		const char *value = args->options.v[i].value;

		if (args->options.v[i].id != CMD_XOPTION)
			continue;
		if (!strcmp(value, "errtags"))
			look |= DIAG_TAG;
		else if (!strcmp(value, "color=always"))
			color = COLOR_ALWAYS;
		else if (!strcmp(value, "color=never"))
			color = COLOR_NEVER;
		else if (!strcmp(value, "color=auto"))
			color = COLOR_AUTO;
	}
	return look | (color_is_on(color, stderr) ? DIAG_COLOR : 0);
}

int build_main(const struct cmd_args *args)
{
	struct build build = { .args = args };
	int err;

	signal(SIGXFSZ, SIG_IGN); /* a limit of files is an error of write(2) */
	if (!args_last(args, CMD_SCRIPT)) {
		say("-%c requires one or more scripts or enabling options",
		    args->mode == MODE_HEADER ? 'h' : 'G');
		return 2;
	}
	arena_init(&build.arena);
	type_table_init(&build.types, &build.arena, NULL);
	program_init(&build.program, &build.arena, &build.types);
	diag_init(&build.diags, &build.arena);
	err = make(&build);
	say_diags(&build.diags, message_look(args));
	diag_deinit(&build.diags);
	program_deinit(&build.program);
	type_table_deinit(&build.types);
	for (size_t i = 0; i < build.text_cnt; i++) {
		src_deinit(&build.texts[i].src);
		free(build.texts[i].text);
	}
	free(build.texts);
	arena_deinit(&build.arena);
	return err ? 1 : 0;
}
