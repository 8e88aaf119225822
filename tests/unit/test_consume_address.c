// SPDX-License-Identifier: BSD-2-Clause
/*
 * Addresses and stacks as data: their text in all forms, and keys that are
 * shown alike in one row. The symbols are made up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/system/file.h"
#include "runtime/consume/text/datum.h"
#include "tests/unit/agg_sample.h"

static const char kernel[] = "ffffffff81000000 T one\n"
			     "ffffffff81000100 T two\n"
			     "ffffffff81000200 t __traceiter_three\n"
			     "ffffffff81000300 T _etext\n"
			     "ffffffffc0000000 t first\t[mod]\n"
			     "ffffffffc0000100 t second\t[mod]\n";

enum { PID = 0x7ffffff0 }; /* nobody's */

static struct address_env open_env(void)
{
	static const struct usersym_mapping mapping = {
		.start_uaddr = 0x10000,
		.end_uaddr = 0x20000,
		.ino = 1,
		.path = "/bin/program",
	};
	char path[] = "/tmp/test_consume_address.XXXXXX";
	struct address_env env = { .stack_indent = 2 };
	struct kallsyms_symbol symbol;
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(file_write_atomic(path, kernel, strlen(kernel)), 0);
	env.symbols.kernel = kallsyms_create(path);
	kallsyms_find(env.symbols.kernel, 0, &symbol); /* reads it */
	unlink(path);
	env.symbols.user = usersym_create();
	usersym_add_mapping(env.symbols.user, PID, &mapping);
	return env;
}

static void close_env(struct address_env *env)
{
	kallsyms_destroy(env->symbols.kernel);
	usersym_destroy(env->symbols.user);
}

#define WORDS(...) ((const uint64_t[]){ __VA_ARGS__ })
#define FIELD(k, words) \
	(&(struct rec_field){ .kind = (k), .size_bytes = sizeof(words) })

static void check_print(struct address_env *env, const struct rec_field *field,
			const uint64_t *words, const char *expected)
{
	struct strbuf out = { 0 };

	address_print(env, field, (const uint8_t *)words, &out);
	assert_string_equal(strbuf_text(&out), expected);
	strbuf_deinit(&out);
}

static void check_full(struct address_env *env, const struct rec_field *field,
		       const uint64_t *words, const char *expected)
{
	struct strbuf out = { 0 };

	address_put_full(env, field, (const uint8_t *)words, &out);
	assert_string_equal(strbuf_text(&out), expected);
	strbuf_deinit(&out);
}

#define PRINT(kind, expected, ...)                                   \
	check_print(&env, FIELD(kind, WORDS(__VA_ARGS__)),           \
		    WORDS(__VA_ARGS__), expected)
#define FULL(kind, expected, ...)                                    \
	check_full(&env, FIELD(kind, WORDS(__VA_ARGS__)),            \
		   WORDS(__VA_ARGS__), expected)

#define BLANKS38 "                                      "

static void symbols(void **state)
{
	struct address_env env = open_env();

	(void)state;
	PRINT(REC_SYM, "  vmlinux`one " BLANKS38, 0xffffffff81000010);
	PRINT(REC_MOD, "  mod         " BLANKS38, 0xffffffffc0000110);
	assert_true(env.shows_kernel);
	PRINT(REC_UMOD, "  program     " BLANKS38, PID, 0x10010);
	PRINT(REC_UADDR, "  program`0x10010                                   ",
	      PID, 0x10010);
	PRINT(REC_USYM, "  0x30000     " BLANKS38, PID, 0x30000);
	FULL(REC_SYM, "vmlinux`one+0x10", 0xffffffff81000010);
	FULL(REC_MOD, "mod", 0xffffffffc0000110);
	FULL(REC_USYM, "program`0x10010", PID, 0x10010);
	FULL(REC_UMOD, "program", PID, 0x10010);
	env.is_noresolve = true;
	FULL(REC_USYM, "program:0x10", PID, 0x10010);
	FULL(REC_UMOD, "program", PID, 0x10010);
	FULL(REC_SYM, "vmlinux`one+0x10", 0xffffffff81000010);
	close_env(&env);
}

static void stacks(void **state)
{
	struct address_env env = open_env();

	(void)state;
	PRINT(REC_STACK, "\n  vmlinux`one+0x1\n  vmlinux`two+0x1\n",
	      0xffffffff81000001, 0xffffffff81000101, 0, 0);
	/* a call at the end of one() returns to where two() begins */
	PRINT(REC_STACK, "\n  vmlinux`two\n  vmlinux`one+0x100\n",
	      0xffffffff81000100, 0xffffffff81000100, 0, 0);
	/* one more than is shown */
	PRINT(REC_STACK, "\n  vmlinux`one+0x1\n", 0xffffffff81000001,
	      0xffffffff81000100);
	/* the loop over several programs of a tracepoint is not shown */
	PRINT(REC_STACK, "\n  vmlinux`one+0x1\n", 0xffffffff81000210,
	      0xffffffff81000001);
	/* the same in the room of a longer stack */
	PRINT(REC_STACK, "\n  vmlinux`one+0x1\n", 0xffffffff81000001, 0, 0,
	      0xffffffff81000100);
	PRINT(REC_STACK, "\n  vmlinux`one+0x1\n", 0xffffffff81000210, 0, 0,
	      0xffffffff81000001);
	PRINT(REC_STACK, "\n", 0, 0);
	PRINT(REC_USTACK, "\n  program`0x10001\n  0x20000\n", PID, 0x10001,
	      0x20000);
	PRINT(REC_USTACK, "\n", PID, 0);
	env.stack_indent = 0;
	env.is_noresolve = true;
	PRINT(REC_USTACK, "\nprogram:0x1\n", PID, 0x10001);
	close_env(&env);
}

static void order(void **state)
{
	const struct rec_field *field = FIELD(REC_USYM, WORDS(0, 0));

	(void)state;
#define COMPARE(a, b, c, d)                                        \
	datum_compare(field, (const uint8_t *)WORDS(a, b),         \
		      (const uint8_t *)WORDS(c, d))
	assert_true(COMPARE(1, 9, 2, 1) < 0);
	assert_true(COMPARE(2, 1, 1, 9) > 0);
	/* as numbers, not as bytes */
	assert_true(COMPARE(1, 0x100, 1, 0x2) > 0);
	assert_int_equal(COMPARE(1, 2, 1, 2), 0);
#undef COMPARE
}

/* ----------------------------------------------------------------- folding */

struct fold {
	struct agg_sample sample;
	struct address_env env;
	struct rec_field key;
};

static void fold_init(struct fold *f, enum agg_func func, enum rec_kind kind,
		      uint32_t bytes)
{
	agg_sample_init(&f->sample, &func, 1, 1);
	f->env = open_env();
	f->key = (struct rec_field){ .kind = kind, .size_bytes = bytes };
	f->sample.layouts[0].keys = &f->key;
	f->sample.layouts[0].key_bytes = bytes;
	f->sample.set.addresses = &f->env;
}

/* Slot @slot has this key, and @value in its first word on one CPU. */
static void fold_add(struct fold *f, uint32_t slot, const uint64_t *key,
		     uint64_t value)
{
	assert_int_equal(agg_set_learn(&f->sample.set, 0, slot, key, 0), 0);
	agg_sample_cell(&f->sample, 0, slot, slot % 2)[0] += value;
}

static void fold_check(struct fold *f, const char *format, const char *expected)
{
	agg_sample_check(&f->sample, 1, format, &(struct agg_sort){ 0 },
			 expected);
}

static void fold_deinit(struct fold *f)
{
	close_env(&f->env);
	agg_sample_deinit(&f->sample);
}

static void functions_fold(void **state)
{
	struct fold f;

	(void)state;
	fold_init(&f, AGG_count, REC_SYM, 8);
	fold_add(&f, 0, WORDS(0xffffffff81000010), 1);
	fold_add(&f, 1, WORDS(0xffffffff81000100), 10);
	fold_add(&f, 2, WORDS(0xffffffff81000020), 2);
	fold_add(&f, 3, WORDS(0x1234), 100);
	fold_check(&f, "%a %@d\n",
		   "vmlinux`one 3\nvmlinux`two 10\n0x1234 100\n");
	/* later, also when the row of the first address was dropped */
	agg_set_trunc(&f.sample.set, 0, 1);
	fold_add(&f, 2, WORDS(0xffffffff81000020), 5);
	fold_check(&f, "%a %@d\n", "vmlinux`one 5\n0x1234 100\n");
	agg_set_clear(&f.sample.set, 0);
	fold_add(&f, 2, WORDS(0xffffffff81000020), 7);
	fold_add(&f, 4, WORDS(0xffffffff81000030), 1);
	fold_check(&f, "%a %@d\n", "0x1234 0\nvmlinux`one 8\n");
	fold_deinit(&f);
}

static void modules_fold(void **state)
{
	struct fold f;

	(void)state;
	fold_init(&f, AGG_count, REC_MOD, 8);
	fold_add(&f, 0, WORDS(0xffffffffc0000010), 1);
	fold_add(&f, 1, WORDS(0xffffffffc0000110), 1);
	fold_add(&f, 2, WORDS(0xffffffff81000110), 1);
	fold_check(&f, "%a %@d\n", "vmlinux 1\nmod 2\n");
	fold_deinit(&f);
	fold_init(&f, AGG_count, REC_UMOD, 16);
	fold_add(&f, 0, WORDS(PID, 0x10010), 1);
	fold_add(&f, 1, WORDS(PID, 0x1ffff), 1);
	fold_add(&f, 2, WORDS(PID, 0x20000), 1);
	fold_check(&f, "%A %@d\n", "0x20000 1\nprogram 2\n");
	fold_deinit(&f);
}

/* By the frames that are shown. */
static void stacks_fold(void **state)
{
	struct fold f;

	(void)state;
	fold_init(&f, AGG_count, REC_STACK, 16);
	fold_add(&f, 0, WORDS(0xffffffff81000010, 0xffffffff81000110), 1);
	fold_add(&f, 1, WORDS(0xffffffff81000010, 0xffffffff81000120), 1);
	fold_add(&f, 2, WORDS(0xffffffff81000210, 0xffffffff81000010), 1);
	fold_add(&f, 3, WORDS(0xffffffff81000011, 0), 1);
	fold_check(&f, "%@d%k",
		   "1\nvmlinux`one+0x11\n3\nvmlinux`one+0x10\n");
	fold_deinit(&f);
}

static void addresses_do_not_fold(void **state)
{
	struct fold f;

	(void)state;
	fold_init(&f, AGG_count, REC_UADDR, 16);
	fold_add(&f, 0, WORDS(PID, 0x10010), 1);
	fold_add(&f, 1, WORDS(PID, 0x10011), 2);
	fold_check(&f, "%A %@d\n", "program`0x10010 1\nprogram`0x10011 2\n");
	fold_deinit(&f);
}

/* An address may also be a value, the largest for example. */
static void values_have_names(void **state)
{
	struct fold f;

	(void)state;
	fold_init(&f, AGG_sum, REC_SYM, 8);
	f.env.target = PID;
	fold_add(&f, 0, WORDS(0xffffffff81000010), 0xffffffff81000110);
	fold_check(&f, "%a %@a|%@20a|%@-20a|%@x\n",
		   "vmlinux`one vmlinux`two+0x10|    vmlinux`two+0x10|"
		   "vmlinux`two+0x10    |ffffffff81000110\n");
	agg_set_clear(&f.sample.set, 0);
	fold_add(&f, 0, WORDS(0xffffffff81000010), 0x10010);
	fold_check(&f, "%@A %@a\n", "program`0x10010 0x10010\n");
	f.sample.set.addresses = NULL;
	fold_check(&f, "%@A\n", "0x10010\n");
	fold_deinit(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(symbols),
		cmocka_unit_test(stacks),
		cmocka_unit_test(order),
		cmocka_unit_test(functions_fold),
		cmocka_unit_test(modules_fold),
		cmocka_unit_test(stacks_fold),
		cmocka_unit_test(addresses_do_not_fold),
		cmocka_unit_test(values_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
