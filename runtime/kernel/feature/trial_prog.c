/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trials of programs and maps: each loads the smallest program, or creates the
 * smallest map, that needs the feature, and removes it again. Trials that
 * attach something are in trial_uprobe.c, trial_kernel_probe.c and
 * trial_fentry.c.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/system/file.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/feature/trial.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/program/btf.h"
#include "runtime/kernel/sys.h"

#define CNT(array) (sizeof(array) / sizeof((array)[0]))
#define RAW_TP(array)                                                   \
	{                                                               \
		.type = BPF_PROG_TYPE_RAW_TRACEPOINT, .insns = (array), \
		.insn_cnt = CNT(array)                                  \
	}

int trial_fail(struct strbuf *why, const char *what, int err)
{
	strbuf_printf(why, "%s: ", what);
	kern_explain(err, why);
	return err;
}

/*
 * Extracts the message of a verifier log: its last line before the statistics.
 */
static void last_sentence(char *log, struct strbuf *why)
{
	char *end = strstr(log, "processed "), *start;

	if (end)
		*end = '\0';
	end = log + strlen(log);
	while (end > log && end[-1] == '\n')
		*--end = '\0';
	start = strrchr(log, '\n');
	strbuf_puts(why, start ? start + 1 : log);
}

/* Loads the program, with functions described by @btf unless that is NULL. */
static int load_with_btf(const struct trial_prog *prog,
			 const struct kern_btf *btf, struct strbuf *why)
{
	_cleanup_close_ int btf_fd = btf ? kern_btf_load(btf) : -1;
	char log[4096] = "";
	struct bpf_load_attr attr = {
		.prog_type = prog->type,
		.expected_attach_type = prog->attach_type,
		.attach_btf_id = prog->attach_btf_id,
		.attach_btf_obj_fd = prog->attach_btf_fd,
		.prog_flags = prog->flags,
		.insns = (uint64_t)(uintptr_t)prog->insns,
		.insn_cnt = (uint32_t)prog->insn_cnt,
		.license = (uint64_t)(uintptr_t) "Dual BSD/GPL",
		.log_buf = (uint64_t)(uintptr_t)log,
		.log_bytes = sizeof(log),
		.log_level = 1,
		.prog_name = "dtrace_trial",
	};
	int fd;

	if (btf_fd >= 0) {
		attr.prog_btf_fd = (uint32_t)btf_fd;
		attr.func_info_rec_bytes = sizeof(struct bpf_func_info);
		attr.func_info = (uint64_t)(uintptr_t)btf->funcs.v;
		attr.func_info_cnt = (uint32_t)btf->funcs.cnt;
	}
	fd = sys_prog_load(&attr);
	if (fd < 0)
		trial_fail(why, "load", fd);
	if (fd < 0 && fd != -EPERM && *log) {
		strbuf_puts(why, ": ");
		last_sentence(log, why);
	}
	return fd;
}

int trial_load(const struct trial_prog *prog, struct strbuf *why)
{
	return load_with_btf(prog, NULL, why);
}

/* Does it load? */
static int try_load(const struct trial_prog *prog, struct strbuf *why)
{
	_cleanup_close_ int fd = trial_load(prog, why);

	return fd < 0 ? fd : 0;
}

/* Does it load and run? */
static int try_run(const struct trial_prog *prog, struct strbuf *why)
{
	_cleanup_close_ int fd = trial_load(prog, why);
	uint64_t ctx[12] = { 0 };
	int err;

	if (fd < 0)
		return fd;
	err = sys_prog_test_run(fd, ctx, sizeof(ctx), NULL);
	return err ? trial_fail(why, "run", err) : 0;
}

static const struct bpf_insn return_0[] = { INSN_MOV_IMM(0, 0), INSN_EXIT() };

int try_bpf(struct strbuf *why)
{
	const struct trial_prog prog = RAW_TP(return_0);

	return try_load(&prog, why);
}

int try_test_run_raw_tp(struct strbuf *why)
{
	const struct trial_prog prog = RAW_TP(return_0);

	return try_run(&prog, why);
}

int try_test_run_syscall(struct strbuf *why)
{
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_SYSCALL,
		.flags = BPF_F_SLEEPABLE,
		.insns = return_0,
		.insn_cnt = CNT(return_0),
	};

	return try_run(&prog, why);
}

int try_atomics(struct strbuf *why)
{
	const struct bpf_insn insns[] = {
		INSN_MOV_IMM(0, 0),
		INSN_STORE(10, -8, 0),
		INSN_ATOMIC(10, -8, 0, BPF_XCHG),
		INSN_ATOMIC(10, -8, 0, BPF_CMPXCHG),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = RAW_TP(insns);

	return try_load(&prog, why);
}

int try_probe_write_user(struct strbuf *why)
{
	const struct bpf_insn insns[] = {
		INSN_MOV_IMM(0, 0),
		INSN_STORE(10, -8, 0),
		INSN_MOV_IMM(1, 0),
		INSN_MOV(2, 10),
		INSN_ADD_IMM(2, -8),
		INSN_MOV_IMM(3, 1),
		INSN_CALL(BPF_FUNC_probe_write_user),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = RAW_TP(insns);
	int err = try_load(&prog, why);

	if (err)
		strbuf_puts(why, " (lockdown: this kernel forbids writes to "
				 "user memory)");
	return err;
}

/* --------------------------------------------------------- BTF of a program */

int try_btf(struct strbuf *why)
{
	const struct trial_prog prog = RAW_TP(return_0);
	struct kern_btf btf;
	int fd;

	kern_btf_init(&btf);
	kern_btf_add_func(&btf, KERN_BTF_MAIN, "trial", 1, 0);
	fd = kern_btf_load(&btf);
	if (fd < 0) {
		trial_fail(why, "BTF", fd);
	} else {
		close(fd);
		fd = load_with_btf(&prog, &btf, why);
		if (fd >= 0)
			close(fd);
	}
	kern_btf_deinit(&btf);
	return fd < 0 ? fd : 0;
}

int try_bpf_loop(struct strbuf *why)
{
	const struct bpf_insn insns[] = {
		INSN_MOV_IMM(1, 1),
		/* the callback: 6 instructions after this one */
		INSN_LD_IMM64(2, BPF_PSEUDO_FUNC, 6, 0),
		INSN_MOV_IMM(3, 0),
		INSN_MOV_IMM(4, 0),
		INSN_CALL(BPF_FUNC_loop),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = RAW_TP(insns);
	struct kern_btf btf;
	int fd;

	kern_btf_init(&btf);
	kern_btf_add_func(&btf, KERN_BTF_MAIN, "trial", 1, 0);
	kern_btf_add_func(&btf, KERN_BTF_STATIC, "callback", 2, 8);
	fd = load_with_btf(&prog, &btf, why);
	kern_btf_deinit(&btf);
	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

/* Creates a task storage map with a long as its value. */
static int task_storage_create(void)
{
	struct sys_map_spec spec = { .name = "" };
	_cleanup_close_ int btf_fd = -1;
	int err = kern_btf_task_storage(&spec, sizeof(long));

	if (err)
		return err;
	btf_fd = spec.btf_fd;
	return sys_map_create(&spec);
}

int try_task_storage(struct strbuf *why)
{
	_cleanup_close_ int fd = task_storage_create();
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_current_task_btf),
		INSN_LD_IMM64(1, BPF_PSEUDO_MAP_FD, fd, 0),
		INSN_MOV(2, 0),
		INSN_MOV_IMM(3, 0),
		INSN_MOV_IMM(4, BPF_LOCAL_STORAGE_GET_F_CREATE),
		INSN_CALL(BPF_FUNC_task_storage_get),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = RAW_TP(insns);

	if (fd < 0)
		return trial_fail(why, "map", fd);
	return try_load(&prog, why);
}

/* --------------------------------------------------------------------- maps */

int trial_word_map(void)
{
	return sys_value_map_create("trial", sizeof(uint64_t),
				    BPF_F_MMAPABLE);
}

/* Spills a number, compares one copy, and uses another as an index. */
int try_spill_bounds(struct strbuf *why)
{
	_cleanup_close_ int map_fd = trial_word_map();
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_smp_processor_id),
		INSN_STORE(BPF_REG_10, -8, BPF_REG_0),
		INSN_LOAD(BPF_REG_1, BPF_REG_10, -8),
		INSN_MOV_IMM(BPF_REG_0, 0),
		INSN(BPF_JMP | BPF_JGE | BPF_K, BPF_REG_1, 0, 5, 1),
		INSN_LOAD(BPF_REG_1, BPF_REG_10, -8),
		INSN_LD_IMM64(BPF_REG_2, BPF_PSEUDO_MAP_VALUE, map_fd, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, BPF_REG_2, BPF_REG_1, 0, 0),
		INSN_LOAD(BPF_REG_0, BPF_REG_2, 0),
		INSN_MOV_IMM(BPF_REG_0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = RAW_TP(insns);

	return map_fd < 0 ? trial_fail(why, "map", map_fd) :
			    try_load(&prog, why);
}

/* Older kernels limit a value to what kmalloc() can allocate. */
int try_large_arrays(struct strbuf *why)
{
	struct sys_map_spec spec = {
		.name = "trial",
		.type = BPF_MAP_TYPE_ARRAY,
		.key_bytes = sizeof(uint32_t),
		.value_bytes = (4 << 20) + 8,
		.max_entries = 1,
	};
	int fd = sys_map_create(&spec);

	if (fd < 0) {
		strbuf_puts(why, strerror(-fd));
		return fd;
	}
	close(fd);
	return 0;
}

/*
 * Where irq_work is a thread, memory for new elements may come too late.
 */
static bool is_realtime(void)
{
	_cleanup_free_ char *text = NULL;
	size_t len;

	return !file_read("/sys/kernel/realtime", &text, &len) && *text == '1';
}

/*
 * Kernels that can allocate in any context accept such a hash in a program on a
 * perf event, which may run in an NMI.
 */
int try_hash_alloc(struct strbuf *why)
{
	struct sys_map_spec spec = {
		.name = "trial",
		.type = BPF_MAP_TYPE_HASH,
		.key_bytes = sizeof(uint32_t),
		.value_bytes = sizeof(uint32_t),
		.max_entries = 1,
		.flags = BPF_F_NO_PREALLOC,
	};
	_cleanup_close_ int fd = sys_map_create(&spec);
	const struct bpf_insn insns[] = {
		INSN_MOV_IMM(0, 0),
		INSN_STORE(10, -8, 0),
		INSN_LD_IMM64(1, BPF_PSEUDO_MAP_FD, fd, 0),
		INSN_MOV(2, 10),
		INSN_ADD_IMM(2, -8),
		INSN_CALL(BPF_FUNC_map_lookup_elem),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};
	const struct trial_prog prog = {
		.type = BPF_PROG_TYPE_PERF_EVENT,
		.insns = insns,
		.insn_cnt = CNT(insns),
	};

	if (is_realtime())
		return trial_fail(why, "a real-time kernel", -EOPNOTSUPP);
	return fd < 0 ? trial_fail(why, "map", fd) : try_load(&prog, why);
}

int try_mmap_array(struct strbuf *why)
{
	_cleanup_close_ int fd = trial_word_map();
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *mem;

	if (fd < 0)
		return trial_fail(why, "map", fd);
	mem = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (mem == MAP_FAILED)
		return trial_fail(why, "mmap", -errno);
	munmap(mem, page);
	return 0;
}

int try_ringbuf(struct strbuf *why)
{
	struct sys_map_spec spec = {
		.name = "trial",
		.type = BPF_MAP_TYPE_RINGBUF,
		.max_entries = (uint32_t)sysconf(_SC_PAGESIZE),
	};
	_cleanup_close_ int fd = sys_map_create(&spec);

	return fd < 0 ? trial_fail(why, "ring buffer", fd) : 0;
}
