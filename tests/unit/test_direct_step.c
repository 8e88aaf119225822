// SPDX-License-Identifier: BSD-2-Clause
/*
 * A thread that is interrupted in a hook, at each instruction in turn: others
 * send and insert there, the reader gives its record up, or it never comes
 * back. All is accounted for exactly at every one of these places.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <linux/bpf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "runtime/direct/native/native.h"
#include "tests/unit/direct_rings.h"
#include "tests/unit/direct_sample.h"

#if defined(__x86_64__)

enum { TRAP_FLAG = 0x100, RING_BYTES = 4096 };

static int step, at_step;
static void (*action)(void);

static void on_trap(int number, siginfo_t *info, void *context)
{
	ucontext_t *thread = context;

	(void)number;
	(void)info;
	if (step++ != at_step)
		return;
	thread->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
	action();
}

/* The processor traps after each instruction from here on. */
static inline __attribute__((always_inline)) void trace_on(void)
{
	__asm__ volatile("sub $128, %%rsp; pushf; orl $0x100, (%%rsp); popf; "
			 "lea 128(%%rsp), %%rsp" : : : "memory", "cc");
}

static inline __attribute__((always_inline)) void trace_off(void)
{
	__asm__ volatile("sub $128, %%rsp; pushf; andl $~0x100, (%%rsp); popf; "
			 "lea 128(%%rsp), %%rsp" : : : "memory", "cc");
}

/*
 * Calls @try with an @interrupt at its first, second ... instruction, as long
 * as there are more.
 */
static void at_each_step(void (*try)(void), void (*interrupt)(void))
{
	struct sigaction trap = { .sa_sigaction = on_trap,
				  .sa_flags = SA_SIGINFO | SA_NODEFER };
	struct sigaction before;

	sigaction(SIGTRAP, &trap, &before);
	action = interrupt;
	for (at_step = 0;; at_step++) {
		step = 0;
		try();
		if (step <= at_step)
			break;
	}
	sigaction(SIGTRAP, &before, NULL);
	/* it was really gone through */
	assert_in_range(at_step, 20, 2000);
}

/* ---------------------------------------------------------------- records */

static struct rings rings;
static uint64_t read_cnt, lost_cnt, drop_cnt, sent_cnt;

static void see(const void *data, uint32_t len_bytes, void *arg)
{
	const struct record *record = data;
	struct record want;

	(void)arg;
	record_make(&want, 1, record->number, RECORD_BYTES);
	assert_int_equal(len_bytes, RECORD_BYTES);
	assert_memory_equal(record, &want, RECORD_BYTES);
}

static void drain(uint64_t limit_ns)
{
	struct direct_read read;

	direct_ring_read(&rings.readers[1], 0, limit_ns, see, NULL, &read);
	assert_false(read.is_corrupt);
	read_cnt += read.record_cnt;
	lost_cnt += read.lost_cnt;
}

static void begin_rings(void)
{
	rings_init(&rings, RING_BYTES);
	read_cnt = lost_cnt = drop_cnt = sent_cnt = 0;
}

static void send_some(void)
{
	for (uint64_t i = 0; i < 3; i++, sent_cnt++)
		drop_cnt += rings_send_number(&rings, i);
}

static void send_stepped(void)
{
	struct record record;
	uint64_t result;

	record_make(&record, 1, 99, RECORD_BYTES);
	sent_cnt++;
	trace_on();
	result = direct_native_send(&record, RECORD_BYTES, 1, rings.heads,
				    rings.chunks, rings.limits);
	trace_off();
	drop_cnt += result;
}

static void send_and_drain(void)
{
	send_some();
	drain(NEVER);
}

static void try_others(void)
{
	begin_rings();
	send_stepped();
	drain(NEVER);
	assert_int_equal(drop_cnt + lost_cnt, 0);
	assert_int_equal(read_cnt, sent_cnt);
	rings_deinit(&rings);
}

static void others_send_while_a_thread_sends(void **state)
{
	(void)state;
	at_each_step(try_others, send_and_drain);
}

static void send_and_give_up(void)
{
	send_some();
	drain(0);
}

/* It gives up what is not complete, or finds nothing; then the thread goes on. */
static void try_given_up(void)
{
	begin_rings();
	send_some();
	send_stepped();
	send_some();
	drain(NEVER);
	assert_int_equal(read_cnt + lost_cnt + drop_cnt, sent_cnt);
	rings_deinit(&rings);
}

static void the_reader_gives_up_while_a_thread_sends(void **state)
{
	(void)state;
	at_each_step(try_given_up, send_and_give_up);
}

static void close_it(void)
{
	direct_ring_close(&rings.readers[1]);
}

static void try_closed(void)
{
	begin_rings();
	send_stepped();
	drain(NEVER);
	assert_int_equal(lost_cnt, 0);
	assert_int_equal(read_cnt + drop_cnt, 1);
	rings_deinit(&rings);
}

static void the_ring_is_closed_while_a_thread_sends(void **state)
{
	(void)state;
	at_each_step(try_closed, close_it);
}

static sigjmp_buf out;

static void jump_out(void)
{
	siglongjmp(out, 1);
}

/* What was reserved is lost at most; all others are told. */
static void try_left(void)
{
	volatile bool is_left = true;
	uint64_t reserved;

	begin_rings();
	send_some();
	if (!sigsetjmp(out, 1)) {
		send_stepped();
		is_left = false;
	}
	send_some();
	drain(NEVER);
	drain(0);
	reserved = direct_ring_records(rings.heads[1].word);
	assert_int_equal(read_cnt + lost_cnt, reserved);
	assert_int_equal(drop_cnt, 0);
	if (is_left)
		assert_in_range(sent_cnt - reserved, 0, 1);
	else
		assert_int_equal(sent_cnt, read_cnt);
	rings_deinit(&rings);
}

static void a_thread_never_comes_back_from_sending(void **state)
{
	(void)state;
	at_each_step(try_left, jump_out);
}

/* -------------------------------------------------------------------- keys */

static struct direct_map *map;
static const uint64_t key[2] = { 7, 8 };
static int64_t results[2];

static void begin_map(void)
{
	struct direct_map header;

	map = calloc(1, direct_map_init(&header, DIRECT_MAP_HASH, sizeof(key),
					8, 4));
	*map = header;
}

/* Returns the number of places with the key. */
static uint32_t count_places(void)
{
	struct direct_map mine = *map;
	uint64_t found[2], value;
	uint32_t pos = 0, cnt = 0;

	while (direct_map_next(&mine, (char *)map + mine.first_off, &pos, found,
			       &value)) {
		assert_memory_equal(found, key, sizeof(key));
		assert_true(value == 1 || value == 2);
		cnt++;
	}
	return cnt;
}

static void insert(uint64_t value)
{
	results[value - 1] = direct_native_update(map, key, &value,
						  BPF_NOEXIST);
}

static void insert_second(void)
{
	insert(2);
}

static void insert_stepped(void)
{
	uint64_t value = 1;
	int64_t result;

	trace_on();
	result = direct_native_update(map, key, &value, BPF_NOEXIST);
	trace_off();
	results[0] = result;
}

static void try_insert(void)
{
	uint32_t cnt;

	begin_map();
	results[1] = -EEXIST;
	insert_stepped();
	/* who was told that it had inserted the key, has */
	cnt = !results[0] + !results[1];
	assert_in_range(cnt, 1, 2);
	assert_true(!results[0] || results[0] == -EEXIST);
	assert_true(!results[1] || results[1] == -EEXIST);
	assert_int_equal(count_places(), cnt);
	assert_int_equal(map->used_cnt, cnt);
	assert_non_null(direct_native_lookup(map, key));
	free(map);
}

static void others_insert_while_a_thread_inserts(void **state)
{
	(void)state;
	at_each_step(try_insert, insert_second);
}

static void try_left_insert(void)
{
	uint32_t cnt;

	begin_map();
	if (!sigsetjmp(out, 1))
		insert_stepped();
	insert(2);
	cnt = count_places();
	assert_int_equal(cnt, 1);
	assert_non_null(direct_native_lookup(map, key));
	/* a place at most that nobody has */
	assert_in_range(map->used_cnt, 1, 2);
	free(map);
}

static void a_thread_never_comes_back_from_inserting(void **state)
{
	(void)state;
	at_each_step(try_left_insert, jump_out);
}

/* -------------------------------------------------------------------- hook */

static struct direct_sample sample;
static uint64_t words[4];
static direct_hook_fn *hook;
static const long no_args[1];

/* words[0] += 1; words[1] += 2, from the stack; words[2] += 2 */
static const struct bpf_insn hook_insns[] = {
	INSN_LD_IMM64(1, 0, 0, 0),
	INSN_MOV(6, 1),
	INSN_MOV_IMM(7, 1),
	INSN_MOV_IMM(8, 2),
	INSN_ATOMIC(6, 0, 7, BPF_ADD),
	INSN_STORE(10, -8, 8),
	INSN_CALL(BPF_FUNC_get_smp_processor_id),
	INSN_LOAD(2, 10, -8),
	INSN_ATOMIC(6, 8, 2, BPF_ADD | BPF_FETCH),
	INSN_ATOMIC(6, 16, 8, BPF_ADD),
	INSN_MOV_IMM(0, 0),
	INSN_EXIT(),
};

static void run_hook(void)
{
	hook(no_args);
}

static void try_hook(void)
{
	int result;

	memset(words, 0, sizeof(words));
	trace_on();
	result = hook(no_args);
	trace_off();
	assert_int_equal(result, 1);
	/* the last round has no interrupt */
	assert_int_equal(words[0], step > at_step ? 2 : 1);
	assert_int_equal(words[1], words[0] * 2);
	assert_int_equal(words[2], words[0] * 2);
}

static void the_hook_interrupts_itself(void **state)
{
	(void)state;
	assert_true(direct_sample_init(&sample));
	direct_sample_place(&sample, MAP_GLOBALS, NULL, words);
	hook = direct_sample_run(&sample, hook_insns,
				 sizeof(hook_insns) / sizeof(hook_insns[0]));
	at_each_step(try_hook, run_hook);
	direct_sample_deinit(&sample);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(others_send_while_a_thread_sends),
		cmocka_unit_test(the_reader_gives_up_while_a_thread_sends),
		cmocka_unit_test(the_ring_is_closed_while_a_thread_sends),
		cmocka_unit_test(a_thread_never_comes_back_from_sending),
		cmocka_unit_test(others_insert_while_a_thread_inserts),
		cmocka_unit_test(a_thread_never_comes_back_from_inserting),
		cmocka_unit_test(the_hook_interrupts_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
	puts("ok 1 # SKIP all: no direct probes on this machine");
	return 0;
}

#endif
