// SPDX-License-Identifier: BSD-2-Clause
/*
 * Fuzz entry of lang/: D source. The first byte chooses how the rest is
 * read: as a script (parsed, checked, dumped), as the text of one of the
 * options -P -m -f -n -i, or as a provider definition, preprocessed or not.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lang/check/check.h"
#include "lang/dump.h"
#include "lang/parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void format_diags(const struct diag_list *diags)
{
	struct strbuf sb = { 0 };

	for (size_t i = 0; i < diags->diags.cnt; i++)
		diag_format(&diags->diags.v[i], DIAG_TAG, &sb);
	strbuf_deinit(&sb);
}

static void run(struct program *program, const struct lang_env *env,
		struct src *src, struct diag_list *diags, bool is_provider)
{
	struct strbuf sb = { 0 };
	int err = is_provider ?
		lang_parse_providers(program, env, src, diags) :
		lang_parse_program(program, env, src, diags);

	if (!err && !is_provider)
		err = lang_check_program(program, env, diags);
	if ((err != 0) != (diags->error_cnt != 0))
		abort(); /* an error without a message, or the reverse */
	format_diags(diags);
	ast_dump(program, &sb);
	strbuf_deinit(&sb);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const args[] = { "script", "-12", "word", "a b" };
	unsigned char mode = size ? data[0] : 0;
	struct lang_env env = {
		.form = (enum desc_form)(mode % 8 <= DESC_ID ? mode % 8 :
							       DESC_FILE),
		.is_preprocessed = mode & 64,
		.args = args,
		.arg_cnt = sizeof(args) / sizeof(args[0]),
	};
	struct type_table types;
	struct program program;
	struct diag_list diags;
	struct arena arena;
	struct src src;
	size_t len = size ? size - 1 : 0;
	char *text = malloc(len + 1);

	if (!text)
		abort();
	if (len)
		memcpy(text, data + 1, len);
	text[len] = '\0';
	arena_init(&arena);
	diag_init(&diags, &arena);
	type_table_init(&types, &arena, NULL);
	program_init(&program, &arena, &types);
	src_init(&src, SRC_FILE, "fuzz.d", text, len);
	run(&program, &env, &src, &diags, mode & 32);
	program_deinit(&program);
	type_table_deinit(&types);
	src_deinit(&src);
	diag_deinit(&diags);
	arena_deinit(&arena);
	free(text);
	return 0;
}
