// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names of functions: mangled ones, also such as a hostile program may have,
 * and those of code that this process says it compiled.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/symbol/symbol.h"

/* --------------------------------------------------------------- demangling */

static void readable(void **state)
{
	static const struct {
		const char *name, *text;
	} cases[] = {
		{ "main", "main" },
		{ "_start", "_start" },
		{ "_Z", "_Z" },
		{ "_R", "_R" },
		{ "_Zebra", "_Zebra" },
		{ "_ZN4tree4walkEi", "tree::walk(int)" },
		{ "_ZN4treeC2Ev", "tree::tree()" },
		{ "_ZZ4mainENKUliE_clEi", "main::{lambda(int)#1}::operator()(int) const" },
		{ "_ZN4tree4growEl.cold", "tree::grow(long) [clone .cold]" },
		{ "_ZTv0_n24_N4treeD1Ev", "virtual thunk to tree::~tree()" },
		{ "_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write" },
		{ "_RNvCs1234_7mycrate3foo", "mycrate::foo" },
		{ "_RINvCs1234_7mycrate3foolE", "mycrate::foo::<i32>" },
	};
	struct demangler *demangler = demangler_create();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (int round = 0; round < 2; round++)
			assert_string_equal(demangle(demangler, cases[i].name),
					    cases[i].text);
	demangler_destroy(demangler);
}

/* Each argument is a pair of the one before: 2^37 times "long". */
static void too_long(void **state)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	struct demangler *demangler = demangler_create();
	struct strbuf name = { 0 };
	_cleanup_free_ char *long_name = xmalloc(5000);

	(void)state;
	strbuf_puts(&name, "_Z1f1pIllE");
	for (int i = 0; i < 36; i++)
		strbuf_printf(&name, "S_IS%c_S%c_E", digits[i], digits[i]);
	assert_ptr_equal(demangle(demangler, name.text), name.text);
	snprintf(long_name, 5000, "_Z4990%04990d", 0);
	assert_ptr_equal(demangle(demangler, long_name), long_name);
	strbuf_deinit(&name);
	demangler_destroy(demangler);
}

/* -------------------------------------------------------------- made by us */

/* A page that may hold code, and /tmp/perf-PID.map, written with @lines. */
static uint8_t *page;
static char *map_path;

static void write_map(const char *lines, int flags)
{
	_cleanup_close_ int fd = open(map_path, O_WRONLY | flags, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, lines, strlen(lines)), strlen(lines));
}

static char *line(uint64_t off, uint64_t len, const char *name)
{
	return xasprintf("%" PRIxPTR " %" PRIx64 " %s\n",
			 (uintptr_t)page + off, len, name);
}

static void add_line(uint64_t off, uint64_t len, const char *name)
{
	_cleanup_free_ char *text = line(off, len, name);

	write_map(text, O_APPEND);
}

static void check(struct usersym *syms, uint64_t off, enum sym_form form,
		  const char *wanted)
{
	struct demangler *demangler = demangler_create();
	struct symbols both = { .user = syms, .demangler = demangler };
	struct strbuf sb = { 0 };

	sym_user_text(&both, getpid(), (uintptr_t)page + off, form, &sb);
	if (wanted)
		assert_string_equal(strbuf_text(&sb), wanted);
	else
		assert_int_equal(strncmp(strbuf_text(&sb), "0x", 2), 0);
	strbuf_deinit(&sb);
	demangler_destroy(demangler);
}

static int make_page(void **state)
{
	(void)state;
	page = mmap(NULL, 4096, PROT_READ | PROT_EXEC,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	map_path = xasprintf("/tmp/perf-%d.map", (int)getpid());
	return page == MAP_FAILED;
}

static int drop_page(void **state)
{
	(void)state;
	unlink(map_path);
	free(map_path);
	return munmap(page, 4096);
}

static void compiled(void **state)
{
	struct usersym *syms = usersym_create();

	(void)state;
	/* nothing is told yet */
	check(syms, 8, SYM_FRAME, NULL);
	write_map("nonsense\n10\n10 10\nzz 10 name\n", O_CREAT | O_EXCL);
	add_line(0, 0x10, "Lcom/example/Main;::run(I)V");
	add_line(0x20, 0, "empty");
	add_line(0x40, 0x10, "with \033[31m blanks");
	check(syms, 0, SYM_FRAME, "[jit]`Lcom/example/Main;::run(I)V");
	check(syms, 8, SYM_FRAME, "[jit]`Lcom/example/Main;::run(I)V+0x8");
	check(syms, 8, SYM_FUNCTION, "[jit]`Lcom/example/Main;::run(I)V");
	check(syms, 8, SYM_OBJECT, "[jit]");
	check(syms, 0x10, SYM_FRAME, NULL);
	check(syms, 0x20, SYM_FRAME, NULL);
	check(syms, 0x41, SYM_FRAME, "[jit]`with ?[31m blanks+0x1");
	/* lines that come later, one of them before it is whole */
	write_map("100", O_APPEND);
	check(syms, 0x80, SYM_FRAME, NULL);
	write_map(" 1 other\n", O_APPEND);
	add_line(0x80, 0x10, "later");
	check(syms, 0x80, SYM_FRAME, "[jit]`later");
	/* what takes the place of older code */
	add_line(0x38, 0x100, "newest");
	add_line(0x400, 0x10, "far");
	check(syms, 0x400, SYM_FRAME, "[jit]`far");
	check(syms, 0x41, SYM_FRAME, "[jit]`newest+0x9");
	check(syms, 8, SYM_FRAME, "[jit]`Lcom/example/Main;::run(I)V+0x8");
	usersym_destroy(syms);
}

/* Anybody could have made it. */
static void compiled_by_another(void **state)
{
	struct usersym *syms = usersym_create();

	(void)state;
	if (geteuid())
		skip();
	write_map("", O_CREAT | O_EXCL);
	add_line(0, 0x10, "evil");
	assert_int_equal(chown(map_path, 65534, 65534), 0);
	check(syms, 8, SYM_FRAME, NULL);
	assert_int_equal(chown(map_path, 0, 0), 0);
	check(syms, 8, SYM_FRAME, "[jit]`evil+0x8");
	usersym_destroy(syms);
}

/* The target of a link; names that are not files. */
static void compiled_link(void **state)
{
	struct usersym *syms = usersym_create();
	_cleanup_free_ char *target = xasprintf("%s.target", map_path);

	(void)state;
	assert_int_equal(mkfifo(map_path, 0600), 0);
	check(syms, 8, SYM_FRAME, NULL);
	assert_int_equal(unlink(map_path), 0);
	write_map("", O_CREAT | O_EXCL);
	add_line(0, 0x10, "linked");
	assert_int_equal(rename(map_path, target), 0);
	assert_int_equal(symlink(target, map_path), 0);
	check(syms, 8, SYM_FRAME, "[jit]`linked+0x8");
	unlink(target);
	usersym_destroy(syms);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(readable),
		cmocka_unit_test(too_long),
		cmocka_unit_test_setup_teardown(compiled, make_page, drop_page),
		cmocka_unit_test_setup_teardown(compiled_by_another, make_page,
						drop_page),
		cmocka_unit_test_setup_teardown(compiled_link, make_page,
						drop_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
