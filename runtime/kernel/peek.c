/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program copies 8 bytes from the address that it is given. In the same
 * array it stores addresses of objects that it has: its thread's task, its
 * CPU's element of a per-CPU array, and that array. The kernel has the address
 * of the element before the CPU's offset was added in the array
 * (bpf_array.pptrs), so the difference is the CPU's offset. (The kernel's table
 * of offsets is a variable, and not all kernels reveal the addresses of
 * variables.)
 */
#include "runtime/kernel/peek.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/sys.h"

/* Offsets of words in the array. */
enum {
	AT_WORD = 0,
	AT_ERROR = 8, /* result of copying it */
	AT_TASK = 16,
	AT_ELEMENT = 24,
	AT_ARRAY = 32,
	WORDS_BYTES = 40,
};

static int create_maps(struct kern_peek *peek)
{
	const struct sys_map_spec each_cpu = {
		.name = "dtrace_peek", .type = BPF_MAP_TYPE_PERCPU_ARRAY,
		.key_bytes = 4, .value_bytes = 8, .max_entries = 1,
	};

	peek->words_fd = sys_value_map_create("dtrace_peek", WORDS_BYTES, 0);
	if (peek->words_fd < 0)
		return peek->words_fd;
	peek->each_cpu_fd = sys_map_create(&each_cpu);
	return peek->each_cpu_fd < 0 ? peek->each_cpu_fd : 0;
}

static int load(const struct kern_peek *peek, struct strbuf *why)
{
	const struct bpf_insn insns[] = {
		INSN_LOAD(BPF_REG_6, BPF_REG_1, 0),
		INSN_LD_IMM64(BPF_REG_7, BPF_PSEUDO_MAP_VALUE, peek->words_fd,
			      0),
		INSN_CALL(BPF_FUNC_get_current_task),
		INSN_STORE(BPF_REG_7, AT_TASK, BPF_REG_0),
		INSN_MOV_IMM(BPF_REG_1, 0),
		INSN_STORE(BPF_REG_10, -8, BPF_REG_1),
		INSN_LD_IMM64(BPF_REG_1, BPF_PSEUDO_MAP_FD, peek->each_cpu_fd,
			      0),
		INSN_STORE(BPF_REG_7, AT_ARRAY, BPF_REG_1),
		INSN_MOV(BPF_REG_2, BPF_REG_10),
		INSN_ADD_IMM(BPF_REG_2, -8),
		INSN_CALL(BPF_FUNC_map_lookup_elem),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, BPF_REG_0, 0, 1, 0),
		INSN_STORE(BPF_REG_7, AT_ELEMENT, BPF_REG_0),
		INSN_MOV(BPF_REG_1, BPF_REG_7),
		INSN_MOV_IMM(BPF_REG_2, 8),
		INSN_MOV(BPF_REG_3, BPF_REG_6),
		INSN_CALL(BPF_FUNC_probe_read_kernel),
		INSN_STORE(BPF_REG_7, AT_ERROR, BPF_REG_0),
		INSN_MOV_IMM(BPF_REG_0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = insns,
		.insn_cnt = sizeof(insns) / sizeof(insns[0]),
	};

	return trial_load(&prog, why);
}

int kern_peek_init(struct kern_peek *peek, struct kern_log *log)
{
	struct strbuf why = { 0 };
	int err;

	*peek = (struct kern_peek){ -1, -1, -1 };
	err = create_maps(peek);
	if (!err) {
		peek->prog_fd = load(peek, &why);
		err = peek->prog_fd < 0 ? peek->prog_fd : 0;
	}
	if (err) {
		kern_peek_deinit(peek);
		kern_log_errno(log, err, "can't read the kernel's memory%s%s",
			       why.len ? ": " : "", strbuf_text(&why));
	}
	strbuf_deinit(&why);
	return err;
}

void kern_peek_deinit(struct kern_peek *peek)
{
	int fds[] = { peek->prog_fd, peek->words_fd, peek->each_cpu_fd };

	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	*peek = (struct kern_peek){ -1, -1, -1 };
}

int kern_run_on_cpu(int prog_fd, uint32_t cpu, const uint64_t args[2])
{
	/* at least as many as the program reads */
	uint64_t context[12] = { args[0], args[1] };

	return sys_prog_test_run_on(prog_fd, context, sizeof(context), cpu);
}

/* Looks up what the program has stored. 0 or -errno. */
static int left(const struct kern_peek *peek, uint64_t words[WORDS_BYTES / 8])
{
	uint32_t key = 0;

	return sys_map_lookup(peek->words_fd, &key, words);
}

/* Runs the program on this CPU and looks up what it has stored. 0 or -errno. */
static int run(const struct kern_peek *peek, uint64_t kaddr,
	       uint64_t words[WORDS_BYTES / 8])
{
	uint64_t context[12] = { kaddr };
	int err = sys_prog_test_run(peek->prog_fd, context, sizeof(context),
				    NULL);

	return err ? err : left(peek, words);
}

int kern_peek_word(const struct kern_peek *peek, uint64_t kaddr, uint64_t *ret)
{
	uint64_t words[WORDS_BYTES / 8];
	int err = run(peek, kaddr, words);

	if (err)
		return err;
	*ret = words[AT_WORD / 8];
	return (int)(int64_t)words[AT_ERROR / 8];
}

int kern_peek_task(const struct kern_peek *peek, uint64_t *kaddr_ret)
{
	uint64_t words[WORDS_BYTES / 8];
	int err = run(peek, 0, words);

	if (!err)
		*kaddr_ret = words[AT_TASK / 8];
	return err;
}

int kern_peek_cpu_off(const struct kern_peek *peek, uint32_t cpu,
		      uint32_t pptrs_off, uint64_t *ret)
{
	const uint64_t no_args[2] = { 0 };
	uint64_t words[WORDS_BYTES / 8], element;
	int err = kern_run_on_cpu(peek->prog_fd, cpu, no_args);

	if (!err)
		err = left(peek, words);
	if (err)
		return err;
	element = words[AT_ELEMENT / 8];
	err = kern_peek_word(peek, words[AT_ARRAY / 8] + pptrs_off, ret);
	if (!err)
		*ret = element - *ret;
	return err;
}
