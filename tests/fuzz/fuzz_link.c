// SPDX-License-Identifier: BSD-2-Clause
/*
 * Fuzz entry: an object given to -G is scanned, and rewritten if it calls
 * probes. The result must contain no such calls when it is scanned again.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lang/parse/parse.h"
#include "linker/input_object.h"
#include "linker/rewrite.h"

static const char definition[] =
	"provider cl { probe one(int a, char *b, double c); probe none();"
	" probe many(int, long, char, int, int, int, long, int, float); };";

/*
 * Scans bytes through a name of their memory file. Returns the result of the
 * scan.
 */
static int scan(struct link_probes *probes, const void *data, size_t len,
		struct link_input *ret, struct diag_list *diags)
{
	int fd = memfd_create("fuzz", 0);
	char path[64];
	int err;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (fd < 0 || write(fd, data, len) != (ssize_t)len)
		abort();
	err = link_input_scan(probes, path, ret, diags);
	close(fd);
	ret->path = "fuzz.o";
	return err;
}

static void try_rewrite(struct link_probes *probes,
			const struct link_input *operand, const void *data,
			size_t len, struct diag_list *diags)
{
	struct link_input again;
	struct strbuf sb = { 0 };

	if (!link_rewrite(operand, probes, data, len, &sb, diags) &&
	    !scan(probes, sb.text, sb.len, &again, diags) && again.has_calls)
		abort();
	strbuf_deinit(&sb);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct lang_env env = { 0 };
	struct link_input operand;
	struct link_probes probes;
	struct diag_list diags;
	struct type_table types;
	struct program program;
	struct arena arena;
	struct src src;

	arena_init(&arena);
	type_table_init(&types, &arena, NULL);
	program_init(&program, &arena, &types);
	diag_init(&diags, &arena);
	src_init(&src, SRC_FILE, "fuzz.d", definition, strlen(definition));
	if (lang_parse_providers(&program, &env, &src, &diags))
		abort();
	link_probes_init(&probes, &program, (struct link_naming){ 0 }, &arena);
	if (!scan(&probes, data, len, &operand, &diags) && operand.has_calls)
		try_rewrite(&probes, &operand, data, len, &diags);
	link_probes_deinit(&probes);
	src_deinit(&src);
	diag_deinit(&diags);
	program_deinit(&program);
	type_table_deinit(&types);
	arena_deinit(&arena);
	return 0;
}
