// SPDX-License-Identifier: BSD-2-Clause
/*
 * What a translated program calls: helpers, subprograms and functions of the
 * library.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "runtime/bpf/lib.h"
#include "runtime/common/record.h"
#include "runtime/direct/direct_map.h"
#include "runtime/direct/machine.h"
#include "tests/unit/direct_sample.h"

enum { RING_BYTES = 4096, MAP_BYTES = 4096 };

static struct direct_sample sample;
static uint64_t words[16]; /* the value of MAP_GLOBALS */
static struct direct_ring heads[SAMPLE_CPU_MAX];
static struct direct_reader reader; /* of ring 0 */
static unsigned char chunks[RING_BYTES + 512] __attribute__((aligned(64)));
static union {
	struct direct_map map;
	unsigned char bytes[MAP_BYTES];
} hash, array;

#define CNT(array) (sizeof(array) / sizeof((array)[0]))

static int run(const struct bpf_insn *insns, size_t cnt)
{
	const long args[1] = { 0 };

	return direct_sample_run(&sample, insns, cnt)(args);
}

#define RUN(insns) run(insns, CNT(insns))

/* ---------------------------------------------------------------- helpers */

static void the_process_is_known(void **state)
{
	static const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_current_pid_tgid),
		KEEP(0, 0),
		INSN_EXIT(),
	};

	(void)state;
	assert_int_equal(RUN(insns), 1);
	assert_int_equal(words[0], (uint64_t)SAMPLE_TGID << 32);
}

/* With what the machine has, and without. */
static void the_cpu_is_known(void **state)
{
	static const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_smp_processor_id),
		KEEP(0, 0),
		INSN_EXIT(),
	};
	const long args[1] = { 0 };
	cpu_set_t before, set;

	(void)state;
	sched_getaffinity(0, sizeof(before), &before);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		struct direct_out out = { .has_rdpid = false };
		unsigned char *to = sample.memory + sample.text_at;
		uint64_t (*number)(void);

		if (!CPU_ISSET(cpu, &before))
			continue;
		CPU_ZERO(&set);
		CPU_SET(cpu, &set);
		sched_setaffinity(0, sizeof(set), &set);
		assert_int_equal(direct_sample_run(&sample, insns, CNT(insns))(args), 1);
		assert_int_equal(words[0], cpu);
		direct_machine->cpu(&out);
		memcpy(to, out.text.v, out.text.cnt);
		to[out.text.cnt] = 0xc3;
		vec_deinit(&out.text);
		memcpy(&number, &to, sizeof(number));
		assert_int_equal(number(), cpu);
	}
	sched_setaffinity(0, sizeof(before), &before);
}

/* A clock that can tell when the stack is not aligned. */
static int clock_gettime_of_test(int clock, struct timespec *ret)
{
	char aligned[16] __attribute__((aligned(16)));

	__asm__ volatile("" : : "r"(aligned) : "memory");
	ret->tv_sec = clock == CLOCK_MONOTONIC &&
			      !((uintptr_t)__builtin_frame_address(0) & 15) ?
			      12 : 0;
	ret->tv_nsec = 345;
	return 0;
}

static void the_time_is_that_of_the_clock(void **state)
{
	static const struct bpf_insn insns[] = {
		INSN_MOV_IMM(6, 5),
		INSN_CALL(BPF_FUNC_ktime_get_ns),
		KEEP(0, 0),
		INSN_EXIT(),
	};
	/* it saves none: the stack is aligned in another way */
	static const struct bpf_insn plain[] = {
		INSN_CALL(BPF_FUNC_ktime_get_ns),
		KEEP(0, 0),
		INSN_EXIT(),
	};

	(void)state;
	sample.target.clock_addr = (uintptr_t)clock_gettime_of_test;
	assert_int_equal(RUN(insns), 1);
	assert_int_equal(words[0], UINT64_C(12000000345));
	assert_int_equal(RUN(plain), 1);
	assert_int_equal(words[0], UINT64_C(12000000345));
	sample.target.clock_less_ns = -45;
	assert_int_equal(RUN(insns), 1);
	assert_int_equal(words[0], UINT64_C(12000000390));
	sample.target.clock_less_ns = INT64_C(10000000000);
	assert_int_equal(RUN(insns), 1);
	assert_int_equal(words[0], UINT64_C(2000000345));
	sample.target.clock_less_ns = 0;
	sample.target.clock_addr = 0;
}

static int ended_cnt;

static void end_session(void)
{
	ended_cnt++;
}

static void exit_calls_its_place(void **state)
{
	static const struct bpf_insn insns[] = {
		INSN_MOV_IMM(6, 66),
		INSN_MOV_IMM(9, 99),
		INSN_MOV_IMM(0, 5),
		INSN_CALL(CODE_DIRECT_EXIT),
		KEEP(0, 0),
		KEEP(1, 6),
		KEEP(2, 9),
		INSN_EXIT(),
	};

	(void)state;
	sample.target.exit_addr = (uintptr_t)end_session;
	words[0] = 1;
	assert_int_equal(RUN(insns), 1);
	assert_int_equal(ended_cnt, 1);
	assert_int_equal(words[0], 0);
	assert_int_equal(words[1], 66);
	assert_int_equal(words[2], 99);
	sample.target.exit_addr = 0;
}

/* words[0] = @helper of an element with the key 1 and the value 99 */
static void call_map(enum map_role role, int helper, uint64_t flags)
{
	const struct bpf_insn insns[] = {
		INSN_LOAD(6, 1, 0), /* the key */
		INSN_LOAD(7, 1, 8), /* the value */
		INSN_STORE(10, -8, 6),
		INSN_STORE(10, -16, 7),
		INSN_LD_IMM64(1, 0, -1, 0),
		INSN_MOV(2, 10),
		INSN_ADD_IMM(2, -8),
		INSN_MOV(3, 10),
		INSN_ADD_IMM(3, -16),
		INSN_MOV_IMM(4, (int32_t)flags),
		INSN_CALL(helper),
		KEEP(0, 0),
		INSN_EXIT(),
	};
	const long args[2] = { 1, 99 };
	struct code code;

	direct_sample_code(&code, insns, CNT(insns));
	direct_sample_globals(&code);
	direct_sample_ref(&code, REF_MAP, 4, role);
	assert_int_equal(direct_sample_hook(&sample, &code)(args), 1);
	code_deinit(&code);
}

static void maps_are_found(void **state)
{
	uint64_t *value = (uint64_t *)(void *)(array.bytes +
					       sizeof(array.map)) + 1;

	(void)state;
	direct_map_init(&array.map, DIRECT_MAP_ARRAY, 4, 8, 2);
	call_map(MAP_AGG_FRONT, BPF_FUNC_map_lookup_elem, 0);
	assert_int_equal(words[0], (uintptr_t)value);
	call_map(MAP_AGG_FRONT, BPF_FUNC_map_update_elem, BPF_ANY);
	assert_int_equal(words[0], 0);
	assert_int_equal(*value, 99);

	memset(&hash, 0, sizeof(hash));
	direct_map_init(&hash.map, DIRECT_MAP_HASH, 8, 8, 2);
	call_map(MAP_AGG_HASH, BPF_FUNC_map_lookup_elem, 0);
	assert_int_equal(words[0], 0);
	call_map(MAP_AGG_HASH, BPF_FUNC_map_update_elem, BPF_NOEXIST);
	assert_int_equal(words[0], 0);
	call_map(MAP_AGG_HASH, BPF_FUNC_map_lookup_elem, 0);
	assert_int_equal(*(uint64_t *)(uintptr_t)words[0], 99);
	call_map(MAP_AGG_HASH, BPF_FUNC_map_update_elem, BPF_NOEXIST);
	assert_int_equal((int64_t)words[0], -EEXIST);
}

/* There is a bell in the kernel only. */
static void the_bell_is_silent(void **state)
{
	(void)state;
	words[0] = 7;
	call_map(MAP_BELL, BPF_FUNC_ringbuf_output, 0);
	assert_int_equal(words[0], 0);
}

/* ---------------------------------------------------------------- records */

/* send(frame, 32, cpu 0); words[0] = its result; words[1] += 1 before */
static const struct bpf_insn send_insns[] = {
	INSN_LD_IMM64(1, 0, 0, 0),
	INSN_MOV_IMM(2, 1),
	INSN_ATOMIC(1, 8, 2, BPF_ADD),
	INSN_MOV_IMM(3, 0x77),
	INSN_STORE(10, -8, 3),
	INSN_STORE(10, -16, 3),
	INSN_STORE(10, -24, 3),
	INSN_STORE(10, -32, 3),
	INSN_MOV(1, 10),
	INSN_ADD_IMM(1, -32),
	INSN_MOV_IMM(2, 32),
	INSN_MOV_IMM(3, 0),
	INSN_CALL(CODE_DIRECT_SEND),
	KEEP(0, 0),
	INSN_EXIT(),
};

static void see_record(const void *record, uint32_t len_bytes, void *arg)
{
	const uint64_t want[] = { 0x77, 0x77, 0x77, 0x77 };
	int *cnt = arg;

	assert_int_equal(len_bytes, 32);
	assert_memory_equal(record, want, 32);
	(*cnt)++;
}

static void records_are_sent(void **state)
{
	int cnt = 0;
	struct direct_read read;

	(void)state;
	assert_int_equal(RUN(send_insns), 1);
	assert_int_equal(words[0], 0);
	direct_ring_read(&reader, 0, 0, see_record, &cnt, &read);
	assert_int_equal(cnt, 1);
	assert_int_equal(read.lost_cnt, 0);
}

/* The test comes before anything that the program does. */
static void a_closed_ring_stops_the_hook(void **state)
{
	const long args[1] = { 0 };
	direct_hook_fn *hook =
		direct_sample_run(&sample, send_insns, CNT(send_insns));
	cpu_set_t before, set;
	struct direct_read read;
	int cnt = 0;

	(void)state;
	sched_getaffinity(0, sizeof(before), &before);
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	if (sched_setaffinity(0, sizeof(set), &set)) {
		print_message("CPU 0 is not ours\n");
		skip();
	}
	words[1] = 0;
	assert_int_equal(hook(args), 1);
	assert_int_equal(words[1], 1);
	heads[0].word |= DIRECT_RING_CLOSED;
	assert_int_equal(hook(args), 0);
	assert_int_equal(words[1], 1);
	heads[0].word &= ~DIRECT_RING_CLOSED;
	assert_int_equal(hook(args), 1);
	assert_int_equal(words[1], 2);
	direct_ring_read(&reader, 0, 0, see_record, &cnt, &read);
	assert_int_equal(cnt, 2);
	/* no ring for this CPU: none is touched */
	sample.target.cpu_max = 0;
	assert_int_equal(RUN(send_insns), 0);
	assert_int_equal(words[1], 2);
	sample.target.cpu_max = SAMPLE_CPU_MAX;
	sched_setaffinity(0, sizeof(before), &before);
}

/* -------------------------------------------------------------- functions */

/* words[0] = sub(3, 4) * 1000 + 6789, where sub ruins all that it may. */
static void subprograms_have_frames_of_their_own(void **state)
{
	static const struct bpf_insn insns[] = {
		INSN_MOV_IMM(6, 6000), INSN_MOV_IMM(7, 700),
		INSN_MOV_IMM(8, 80),   INSN_MOV_IMM(9, 9),
		INSN_STORE(10, -8, 6), INSN_STORE(10, -512, 7),
		INSN_MOV_IMM(1, 3),    INSN_MOV_IMM(2, 4),
		INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, 0), /* 8 */
		INSN(BPF_ALU64 | BPF_MUL | BPF_K, 0, 0, 0, 1000),
		INSN_LOAD(6, 10, -8),  INSN_LOAD(7, 10, -512),
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, 0, 6, 0, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, 0, 7, 0, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, 0, 8, 0, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, 0, 9, 0, 0),
		KEEP(0, 0), INSN_EXIT(), /* 16, 17, 18, 19 */
		INSN_MOV_IMM(6, 0), INSN_MOV_IMM(8, 0), INSN_MOV_IMM(9, 0),
		INSN_STORE(10, -8, 6), INSN_STORE(10, -512, 6),
		INSN_MOV(0, 1),
		INSN(BPF_ALU64 | BPF_MUL | BPF_X, 0, 2, 0, 0),
		INSN_EXIT(),
	};
	const long args[1] = { 0 };
	struct code code;

	(void)state;
	direct_sample_code(&code, insns, CNT(insns));
	vec_add(&code.subprogs)->insn_idx = 20;
	direct_sample_globals(&code);
	direct_sample_ref(&code, REF_SUBPROG, 8, 1);
	assert_int_equal(direct_sample_hook(&sample, &code)(args), 1);
	assert_int_equal(words[0], 18789);
	code_deinit(&code);
}

/* words[0] = the library's @func of args[0] and args[1] */
static void lib_code(struct code *code, enum lib_func func)
{
	static const struct bpf_insn insns[] = {
		INSN_LOAD(2, 1, 8),
		INSN_LOAD(1, 1, 0),
		INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, 0),
		KEEP(0, 0),
		INSN_EXIT(),
	};

	direct_sample_code(code, insns, CNT(insns));
	direct_sample_globals(code);
	direct_sample_ref(code, REF_LIB, 2, func);
}

static void library_functions_are_translated(void **state)
{
	direct_hook_fn *quantize, *quotient;
	struct code code;

	(void)state;
	lib_code(&code, LIB_quantize);
	quantize = direct_sample_hook(&sample, &code);
	for (int i = 0; i < 62; i++) {
		quantize((const long[]){ 1L << i, 0 });
		assert_int_equal(words[0], 64 + i);
		quantize((const long[]){ -(1L << i), 0 });
		assert_int_equal(words[0], 62 - i);
	}
	quantize((const long[]){ 0, 0 });
	assert_int_equal(words[0], 63);
	code_deinit(&code);
	lib_code(&code, LIB_quotient);
	quotient = direct_sample_hook(&sample, &code);
	quotient((const long[]){ 1000, 7 });
	assert_int_equal(words[0], 142);
	code_deinit(&code);
}

/* The functions that are called may be anywhere. */
static void the_text_may_be_far_from_the_functions(void **state)
{
	const struct direct_target near = sample.target;
	unsigned char *near_memory = sample.memory;
	unsigned char *far = mmap((void *)0x100000000000, 1 << 20,
				  PROT_READ | PROT_WRITE | PROT_EXEC,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_ptr_not_equal(far, MAP_FAILED);
	sample.memory = far;
	sample.target.code_addr = (uintptr_t)far + sample.text_at;
	maps_are_found(NULL);
	records_are_sent(NULL);
	sample.target = near;
	sample.memory = near_memory;
	munmap(far, 1 << 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_process_is_known),
		cmocka_unit_test(the_cpu_is_known),
		cmocka_unit_test(the_time_is_that_of_the_clock),
		cmocka_unit_test(exit_calls_its_place),
		cmocka_unit_test(maps_are_found),
		cmocka_unit_test(the_bell_is_silent),
		cmocka_unit_test(records_are_sent),
		cmocka_unit_test(a_closed_ring_stops_the_hook),
		cmocka_unit_test(subprograms_have_frames_of_their_own),
		cmocka_unit_test(library_functions_are_translated),
		cmocka_unit_test(the_text_may_be_far_from_the_functions),
	};
	int status;

	if (!direct_sample_init(&sample)) {
		puts("ok 1 # SKIP all: no direct probes on this machine");
		return 0;
	}
	direct_reader_init(&reader, heads, chunks, 0, RING_BYTES,
			   SAMPLE_RECORD_MAX);
	direct_sample_place(&sample, MAP_RING_HEADS, NULL, heads);
	direct_sample_place(&sample, MAP_RINGS, NULL, chunks);
	direct_sample_place(&sample, MAP_GLOBALS, NULL, words);
	direct_sample_place(&sample, MAP_AGG_HASH, &hash, NULL);
	direct_sample_place(&sample, MAP_AGG_FRONT, &array, NULL);
	status = cmocka_run_group_tests(tests, NULL, NULL);
	direct_reader_deinit(&reader);
	direct_sample_deinit(&sample);
	return status;
}
