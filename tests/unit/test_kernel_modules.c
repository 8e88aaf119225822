// SPDX-License-Identifier: BSD-2-Clause
/*
 * Functions of modules: they end with their module, and other modules are loaded
 * while addresses are looked up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/system/file.h"
#include "runtime/symbol/symbol.h"

static void write_text(const char *path, const char *text)
{
	assert_int_equal(file_write_atomic(path, text, strlen(text)), 0);
}

static void expect(struct kallsyms *kallsyms, uint64_t kaddr, const char *text)
{
	struct symbols syms = { .kernel = kallsyms };
	struct strbuf sb = { 0 };

	sym_kernel_text(&syms, kaddr, SYM_FRAME, &sb);
	assert_string_equal(strbuf_text(&sb), text);
	strbuf_deinit(&sb);
}

static void modules(void **state)
{
	char path[] = "/tmp/test_modules.XXXXXX", list[sizeof(path) + 8];
	int fd = mkstemp(path);
	struct kallsyms *syms = kallsyms_create(path);
	struct kallsyms_symbol before;

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	snprintf(list, sizeof(list), "%s.modules", path);
	write_text(path, "ffffffff81000000 T _stext\n"
			 "ffffffffc0000100 t first\t[one]\n"
			 "ffffffffc0005000 t outside\t[one]\n");
	write_text(list, "one 4096 0 - Live 0xffffffffc0000000\n"
			 "hidden 4096 0 - Live 0x0000000000000000\n");
	assert_int_equal(kallsyms_find(syms, 0xffffffffc0000fff, &before), 0);
	assert_string_equal(before.name, "first");
	expect(syms, 0xffffffffc0001000, "0xffffffffc0001000");
	/* a section that is elsewhere */
	expect(syms, 0xffffffffc0005010, "one`outside+0x10");

	write_text(path, "ffffffff81000000 T _stext\n"
			 "ffffffffc0000100 t first\t[one]\n"
			 "ffffffffc0002000 t second\t[two]\n");
	/* users of a module are no news */
	write_text(list, "one 4096 1 two, Live 0xffffffffc0000000\n"
			 "hidden 4096 0 - Live 0x0000000000000000\n");
	expect(syms, 0xffffffffc0002010, "0xffffffffc0002010");
	write_text(list, "one 4096 1 two, Live 0xffffffffc0000000\n"
			 "two 8192 0 - Live 0xffffffffc0002000\n");
	expect(syms, 0xffffffffc0002010, "two`second+0x10");
	expect(syms, 0xffffffffc0000110, "one`first+0x10");
	assert_string_equal(before.name, "first");
	kallsyms_destroy(syms);
	unlink(path);
	unlink(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(modules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
