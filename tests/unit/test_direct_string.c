// SPDX-License-Identifier: BSD-2-Clause
/*
 * Strings that translated programs read: from the copy of the constants, and
 * only where every address that they need is one of a constant.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/direct/native/native.h"
#include "tests/unit/direct_sample.h"

#if defined(__x86_64__)

enum {
	COPY_BYTES = 200,
	TO_BYTES = 64,
	GUARD = 0x5a,
	/* where the program has its constants: nothing is mapped there */
	CONSTANTS_ADDR = 0x10000,
};

static struct direct_sample sample;
static uint64_t words[8]; /* the value of MAP_GLOBALS */
/* the copy; behind it is what can be read, then what can't */
static unsigned char *copy;

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---------------------------------------------------------- the function */

/* What the kernel does for copyinstr(): strnlen(), and zeros. */
static void model(unsigned char *to, uint64_t bytes, uint64_t off, uint64_t size)
{
	memset(to, 0, bytes);
	if (off < COPY_BYTES && size)
		memcpy(to, copy + off,
		       strnlen((const char *)copy + off, size - 1));
}

static void check(uint64_t bytes, uint64_t off, uint64_t size)
{
	unsigned char got[TO_BYTES + 16] __attribute__((aligned(8)));
	unsigned char want[TO_BYTES + 16];

	memset(got, GUARD, sizeof(got));
	memset(want, GUARD, sizeof(want));
	model(want + 8, bytes, off, size);
	direct_native_string(got + 8, bytes, off, size, COPY_BYTES, copy);
	if (memcmp(got, want, sizeof(got)))
		fail_msg("bytes %d off %d size %d", (int)bytes, (int)off,
			 (int)size);
}

static void check_length(uint64_t off, uint64_t size)
{
	uint64_t want = 0;

	if (off < COPY_BYTES && size)
		want = strnlen((const char *)copy + off, size - 1);
	if (direct_native_string_length(off, size, COPY_BYTES, copy) != want)
		fail_msg("length at off %d size %d", (int)off, (int)size);
}

static void fill_copy(uint64_t *random)
{
	for (int i = 0; i < COPY_BYTES; i++) {
		uint64_t number = direct_random(random) >> 32;

		/* high bits and 1 are what a search for NULs can mistake */
		copy[i] = number % 12 == 0 ? 0 : number % 3 == 0 ? 1 :
			  number % 3 == 1 ? 0x80 : (unsigned char)(number >> 8);
	}
	copy[COPY_BYTES - 1] = 0;
}

static void it_reads_as_the_kernel_does(void **state)
{
	uint64_t random = 1;

	(void)state;
	for (int round = 0; round < 50; round++) {
		fill_copy(&random);
		for (uint64_t off = 0; off < COPY_BYTES; off++)
			for (uint64_t bytes = 8; bytes <= TO_BYTES; bytes += 8)
				check(bytes, off,
				      direct_random(&random) % (bytes + 1));
	}
	memset(copy, 'a', COPY_BYTES - 1);
	for (uint64_t off = 0; off < COPY_BYTES; off++)
		for (uint64_t size = 0; size <= TO_BYTES; size++)
			check(TO_BYTES, off, size);
}

static void lengths_are_those_of_what_it_reads(void **state)
{
	uint64_t random = 7;

	(void)state;
	for (int round = 0; round < 50; round++) {
		fill_copy(&random);
		for (uint64_t off = 0; off < COPY_BYTES; off++) {
			check_length(off, direct_random(&random) % 40);
			check_length(off, 4096);
		}
	}
	memset(copy, 'a', COPY_BYTES - 1);
	for (uint64_t off = 0; off < COPY_BYTES + 10; off++)
		for (uint64_t size = 0; size <= TO_BYTES; size++)
			check_length(off, size);
	check_length(UINT64_MAX, TO_BYTES);
	check_length(0, UINT64_MAX);
}

/* Memory whose last byte is a NUL, at each place where there is nothing more. */
static void lengths_of_memory(void **state)
{
	uint64_t random = 9;
	char *end = (char *)copy + getpagesize();

	(void)state;
	for (uint64_t bytes = 8; bytes <= TO_BYTES; bytes += 8)
		for (int round = 0; round < 200; round++) {
			memset(end - bytes, 0x80, bytes);
			end[-1] = 0;
			end[-1 - (int)(direct_random(&random) % bytes)] = 0;
			assert_int_equal(direct_native_length(end - bytes, bytes),
					 strlen(end - bytes));
		}
}

static void outside_there_is_nothing(void **state)
{
	(void)state;
	memset(copy, 'a', COPY_BYTES - 1);
	check(TO_BYTES, COPY_BYTES, TO_BYTES);
	check(TO_BYTES, UINT64_MAX, TO_BYTES);
	check(TO_BYTES, UINT64_C(1) << 63, TO_BYTES);
	check(8, COPY_BYTES + 100, 8);
}

/* A program may overwrite the last NUL: no more than what it wants is read. */
static void without_an_end_it_stays_near(void **state)
{
	unsigned char got[TO_BYTES];
	size_t room = (size_t)getpagesize() - COPY_BYTES;

	(void)state;
	assert_true(room >= TO_BYTES);
	memset(copy, 'a', (size_t)getpagesize());
	for (uint64_t off = 0; off < COPY_BYTES; off++)
		direct_native_string(got, TO_BYTES, off, TO_BYTES, COPY_BYTES,
				     copy);
	for (uint64_t off = 0; off < COPY_BYTES; off++)
		assert_int_equal(direct_native_string_length(off, UINT64_MAX,
							     COPY_BYTES, copy),
				 COPY_BYTES - off);
	copy[COPY_BYTES - 1] = 0;
	assert_int_equal(got[TO_BYTES - 2], 'a');
	assert_int_equal(got[TO_BYTES - 1], 0);
}

/* -------------------------------------------------------------- programs */

/*
 * words[0] += 1; the string at args[1], cut to 15 characters, goes to words[1]
 * and words[2].
 */
static const struct bpf_insn read_insns[] = {
	INSN_LOAD(3, 1, 8),
	INSN_LD_IMM64(1, 0, 0, 0),
	INSN_MOV_IMM(2, 1),
	INSN_ATOMIC(1, 0, 2, BPF_ADD),
	INSN_MOV(1, 10),
	INSN_ADD_IMM(1, -16),
	INSN_MOV_IMM(2, 16),
	INSN_MOV_IMM(4, 16),
	INSN_CALL(CODE_DIRECT_STRING),
	INSN_LOAD(6, 10, -16),
	INSN_LOAD(7, 10, -8),
	KEEP(1, 6),
	KEEP(2, 7),
	INSN_EXIT(),
};

static const long *stub_args;

static void stub(const long args[])
{
	stub_args = args;
}

static direct_hook_fn *reading_hook(uint32_t string_args)
{
	memset(words, 0, sizeof(words));
	stub_args = NULL;
	sample.target.string_args = string_args;
	sample.target.constants = (struct direct_constants){
		.addr = CONSTANTS_ADDR,
		.bytes = COPY_BYTES,
		.copy_addr = (uintptr_t)copy,
	};
	return direct_sample_run(&sample, read_insns, CNT(read_insns));
}

static void constants_are_read_from_the_copy(void **state)
{
	direct_hook_fn *hook;
	long args[4] = { -1, CONSTANTS_ADDR + 10, -1, -1 };

	(void)state;
	memset(copy, 'a', COPY_BYTES - 1);
	memcpy(copy + 10, "ten  bytes", 11);
	hook = reading_hook(1u << 1);
	assert_int_equal(hook(args), 1);
	assert_memory_equal(&words[1], "ten  bytes\0\0\0\0\0", 16);
	args[1] = CONSTANTS_ADDR + 30;
	assert_int_equal(hook(args), 1);
	assert_memory_equal(&words[1], "aaaaaaaaaaaaaaa", 16);
	/* the last one: the NUL */
	args[1] = CONSTANTS_ADDR + COPY_BYTES - 1;
	assert_int_equal(hook(args), 1);
	assert_memory_equal(&words[1], "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	assert_int_equal(words[0], 3);
}

/* words[1] = its length, cut to 15; words[2] = that of 16 bytes of the stack */
static const struct bpf_insn length_insns[] = {
	INSN_LOAD(1, 1, 8),
	INSN_MOV_IMM(2, 16),
	INSN_CALL(CODE_DIRECT_STRING_LENGTH),
	INSN_MOV(6, 0),
	INSN_MOV_IMM(2, 0x616161),
	INSN_STORE(10, -8, 2),
	INSN_MOV_IMM(2, -1),
	INSN_STORE(10, -16, 2),
	INSN_MOV(1, 10),
	INSN_ADD_IMM(1, -16),
	INSN_MOV_IMM(2, 16),
	INSN_CALL(CODE_DIRECT_LENGTH),
	INSN_MOV(7, 0),
	KEEP(1, 6),
	KEEP(2, 7),
	INSN_EXIT(),
};

static void programs_ask_for_lengths(void **state)
{
	direct_hook_fn *hook;
	long args[4] = { -1, CONSTANTS_ADDR + 10, -1, -1 };

	(void)state;
	memset(copy, 'a', COPY_BYTES - 1);
	memcpy(copy + 10, "ten  bytes", 11);
	reading_hook(1u << 1);
	hook = direct_sample_run(&sample, length_insns, CNT(length_insns));
	assert_int_equal(hook(args), 1);
	assert_int_equal(words[1], 10);
	assert_int_equal(words[2], 11);
	args[1] = CONSTANTS_ADDR + 30;
	assert_int_equal(hook(args), 1);
	assert_int_equal(words[1], 15);
	args[1] = CONSTANTS_ADDR + COPY_BYTES;
	words[1] = 77;
	assert_int_equal(hook(args), 0);
	assert_int_equal(words[1], 77);
}

static void other_addresses_stop_the_hook(void **state)
{
	static const long others[] = {
		0, 1, -1, CONSTANTS_ADDR - 1, CONSTANTS_ADDR + COPY_BYTES,
		INT64_MIN, INT64_MAX, CONSTANTS_ADDR + (1L << 32),
		CONSTANTS_ADDR - (1L << 32), CONSTANTS_ADDR | INT64_MIN,
	};
	direct_hook_fn *hook = reading_hook(1u << 1);
	long args[4] = { CONSTANTS_ADDR, 0, CONSTANTS_ADDR, CONSTANTS_ADDR };

	(void)state;
	for (size_t i = 0; i < CNT(others); i++) {
		args[1] = others[i];
		assert_int_equal(hook(args), 0);
		assert_int_equal(words[0], 0);
	}
	/* it goes on to the stub */
	sample.target.stub_addr = (uintptr_t)stub;
	hook = reading_hook(1u << 1);
	hook(args);
	assert_ptr_equal(stub_args, args);
	assert_int_equal(words[0], 0);
	args[1] = CONSTANTS_ADDR;
	stub_args = NULL;
	hook(args);
	assert_null(stub_args);
	assert_int_equal(words[0], 1);
	sample.target.stub_addr = 0;
}

/* Each of the arguments is looked at, the first and the last one as well. */
static void all_that_are_needed_count(void **state)
{
	direct_hook_fn *hook = reading_hook(1u << 0 | 1u << 1 | 1u << 11);

	(void)state;
	for (int i = 0; i < 12; i++) {
		long args[12];

		for (int n = 0; n < 12; n++)
			args[n] = CONSTANTS_ADDR;
		args[i] = 0;
		assert_int_equal(hook(args), i > 1 && i < 11);
	}
}

/* Were the test to fail, there would still be no load from elsewhere. */
static void an_address_that_was_not_tested_is_not_followed(void **state)
{
	const long args[2] = { 0, 16 };
	direct_hook_fn *hook = reading_hook(0);

	(void)state;
	words[1] = words[2] = UINT64_MAX;
	assert_int_equal(hook(args), 1);
	assert_int_equal(words[1], 0);
	assert_int_equal(words[2], 0);
}

static void without_constants_it_is_refused(void **state)
{
	struct direct_text text;
	struct code code;

	(void)state;
	direct_sample_code(&code, read_insns, CNT(read_insns));
	direct_sample_globals(&code);
	sample.target.constants.bytes = 0;
	assert_int_equal(direct_translate(&code, &sample.target, &text),
			 -EOPNOTSUPP);
	assert_string_equal(text.why, "it reads strings, and there are no "
			    "constants");
	direct_text_deinit(&text);
	code_deinit(&code);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_reads_as_the_kernel_does),
		cmocka_unit_test(lengths_are_those_of_what_it_reads),
		cmocka_unit_test(lengths_of_memory),
		cmocka_unit_test(outside_there_is_nothing),
		cmocka_unit_test(without_an_end_it_stays_near),
		cmocka_unit_test(constants_are_read_from_the_copy),
		cmocka_unit_test(programs_ask_for_lengths),
		cmocka_unit_test(other_addresses_stop_the_hook),
		cmocka_unit_test(all_that_are_needed_count),
		cmocka_unit_test(an_address_that_was_not_tested_is_not_followed),
		cmocka_unit_test(without_constants_it_is_refused),
	};
	size_t page = (size_t)getpagesize();
	int status;

	if (!direct_sample_init(&sample)) {
		puts("ok 1 # SKIP all: no direct probes on this machine");
		return 0;
	}
	copy = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (copy == MAP_FAILED || mprotect(copy + page, page, PROT_NONE))
		return 1;
	direct_sample_place(&sample, MAP_GLOBALS, NULL, words);
	status = cmocka_run_group_tests(tests, NULL, NULL);
	munmap(copy, 2 * page);
	direct_sample_deinit(&sample);
	return status;
}

#else

int main(void)
{
	puts("ok 1 # SKIP all: no direct probes on this machine");
	return 0;
}

#endif
