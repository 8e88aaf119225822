// SPDX-License-Identifier: BSD-2-Clause
/*
 * Random programs, translated, do what they do in a model (direct_interp.c)
 * and, for root, in this kernel.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/kernel/sys.h"
#include "tests/unit/direct_program.h"

static void random_programs_as_the_model(void **state)
{
	uint64_t random = 20261126;
	struct program program;
	struct memory start;

	(void)state;
	program_has_signed = true;
	for (int i = 0; i < 5000; i++) {
		direct_hook_fn *hook;

		program_random(&program, &random);
		hook = program_translate(&program);
		for (int n = 0; n < 10; n++) {
			memory_fill(&start, &random);
			program_compare(&program, hook, &start);
		}
	}
}

static int kernel_load(const struct program *program, int map_fd)
{
	static char log[1 << 16];
	struct program linked = *program;
	struct bpf_load_attr attr = { 0 };
	int fd;

	linked.insns[0].src_reg = BPF_PSEUDO_MAP_VALUE;
	linked.insns[0].imm = map_fd;
	attr.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT;
	attr.insns = (uintptr_t)linked.insns;
	attr.insn_cnt = linked.cnt;
	attr.license = (uintptr_t)"GPL";
	fd = sys_prog_load(&attr);
	if (fd < 0) {
		attr.log_buf = (uintptr_t)log;
		attr.log_bytes = sizeof(log);
		attr.log_level = 1;
		sys_prog_load(&attr);
	}
	if (fd < 0 && program_has_signed)
		print_error("%s\n", log);
	return fd;
}

static void detect_signed(int map_fd)
{
	struct program program;
	int fd;

	program_has_signed = false;
	program_begin(&program);
	program_add(&program, INSN(BPF_ALU64 | BPF_MOV | BPF_X, 0, 1, 8, 0));
	program_end(&program);
	fd = kernel_load(&program, map_fd);
	if (fd >= 0)
		close(fd);
	program_has_signed = fd >= 0;
}

static void random_programs_as_the_kernel(void **state)
{
	const struct sys_map_spec spec = {
		.name = "memory",
		.type = BPF_MAP_TYPE_ARRAY,
		.key_bytes = 4,
		.value_bytes = sizeof(struct memory),
		.max_entries = 1,
		.flags = BPF_F_MMAPABLE,
	};
	uint64_t no_context[12] = { 0 }, random = 4711;
	struct memory *theirs, start;
	int map_fd;

	(void)state;
	map_fd = sys_map_create(&spec);
	if (map_fd < 0) {
		print_message("no bpf(2): needs root\n");
		skip();
	}
	theirs = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, map_fd,
		      0);
	assert_ptr_not_equal(theirs, MAP_FAILED);
	detect_signed(map_fd);
	for (int i = 0; i < 2000; i++) {
		const long args[1] = { 0 };
		struct program program;
		direct_hook_fn *hook;
		int fd;

		program_random(&program, &random);
		hook = program_translate(&program);
		fd = kernel_load(&program, map_fd);
		assert_true(fd >= 0);
		for (int n = 0; n < 5; n++) {
			memory_fill(&start, &random);
			*theirs = program_memory = start;
			assert_int_equal(sys_prog_test_run(fd, no_context,
							   sizeof(no_context),
							   NULL), 0);
			hook(args);
			program_expect(&program, &start, theirs, "the kernel");
		}
		close(fd);
	}
	munmap(theirs, 4096);
	close(map_fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_programs_as_the_model),
		cmocka_unit_test(random_programs_as_the_kernel),
	};
	int status;

	if (!direct_program_init()) {
		puts("ok 1 # SKIP all: no direct probes on this machine");
		return 0;
	}
	status = cmocka_run_group_tests(tests, NULL, NULL);
	direct_program_deinit();
	return status;
}
