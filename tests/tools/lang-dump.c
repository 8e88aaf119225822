// SPDX-License-Identifier: BSD-2-Clause
/*
 * Shows what lang/ makes of a D text, without a tracing session:
 *
 *	lang-dump ast|typed|providers|headers [OPTION...] FILE [ARG...]
 *
 * ast: as read; typed: after the checker; providers: as -h and -G read it
 * (headers: the same for a preprocessed text). -n, -P, -m, -f, -i: FILE holds
 * the text of that option. Diagnostics go to stdout in front of the tree; the
 * status is 1 when there was an error.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/file.h"
#include "lang/check/check.h"
#include "lang/dump.h"
#include "lang/parse/parse.h"
#include "lang/stability.h"

static void set_form(struct lang_env *env, const char *option)
{
	static const struct {
		char letter;
		enum desc_form form;
	} forms[] = {
		{ 'P', DESC_PROVIDER }, { 'm', DESC_MODULE },
		{ 'f', DESC_FUNCTION }, { 'n', DESC_NAME }, { 'i', DESC_ID },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (option[1] == forms[i].letter)
			env->form = forms[i].form;
	env->is_pspec = true;
}

static void print_diags(const struct diag_list *diags)
{
	struct strbuf sb = { 0 };

	for (size_t i = 0; i < diags->diags.cnt; i++) {
		diag_format(&diags->diags.v[i], DIAG_TAG, &sb);
		if (diags->diags.v[i].region)
			strbuf_printf(&sb, "  (%s)\n",
				      diags->diags.v[i].region);
	}
	fputs(strbuf_text(&sb), stdout);
	strbuf_deinit(&sb);
}

static void run(const char *mode, const struct lang_env *env, struct src *src,
		struct program *program, struct diag_list *diags)
{
	struct strbuf sb = { 0 };
	int err;

	if (strcmp(mode, "providers") == 0 || strcmp(mode, "headers") == 0)
		err = lang_parse_providers(program, env, src, diags);
	else
		err = lang_parse_program(program, env, src, diags);
	if (!err && strcmp(mode, "typed") == 0)
		err = lang_check_program(program, env, diags);
	print_diags(diags);
	if (!err)
		ast_dump(program, &sb);
	fputs(strbuf_text(&sb), stdout);
	strbuf_deinit(&sb);
}

int main(int argc, char **argv)
{
	struct lang_env env = {
		.form = DESC_FILE,
		.scratchsize_bytes = 8192,
	};
	struct stability least;
	struct type_table types;
	struct program program;
	struct diag_list diags;
	struct arena arena;
	struct src src;
	char *text = NULL;
	size_t len = 0;
	int i = 2, errors;

	if (argc < 3)
		return 2;
	for (; i < argc - 1 && argv[i][0] == '-' && argv[i][1]; i++) {
		if (argv[i][1] == 'a' && !stability_read(argv[i] + 2, &least))
			env.least_stability = &least;
		else
			set_form(&env, argv[i]);
	}
	if (file_read(argv[i], &text, &len) < 0)
		return 2;
	env.args = (const char *const *)argv + i;
	env.arg_cnt = (size_t)(argc - i);
	env.args_used = calloc(env.arg_cnt, sizeof(bool));
	env.macros[MACRO_target] = 4711;
	env.is_preprocessed = strcmp(argv[1], "headers") == 0;
	arena_init(&arena);
	diag_init(&diags, &arena);
	type_table_init(&types, &arena, NULL);
	program_init(&program, &arena, &types);
	src_init(&src, SRC_FILE,
		 strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i],
		 text, len);
	run(argv[1], &env, &src, &program, &diags);
	errors = diags.error_cnt;
	program_deinit(&program);
	type_table_deinit(&types);
	src_deinit(&src);
	diag_deinit(&diags);
	arena_deinit(&arena);
	free(env.args_used);
	free(text);
	return errors ? 1 : 0;
}
