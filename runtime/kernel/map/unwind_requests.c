// SPDX-License-Identifier: BSD-2-Clause
/*
 * Questions of programs about processes whose stacks they walk, and what the
 * programs are told: two of the maps of unwind tables (maps.c,
 * runtime/common/unwind_abi.h), a ring buffer and a hash of the known processes.
 *
 * What is known of a process becomes wrong when it executes another program or
 * ends: two small programs delete it then, before the process can run on. A
 * tracepoint's programs run in the order in which they were attached; a question
 * of one that runs after the program that deletes would stay.
 */
#include "runtime/kernel/map/unwind_requests.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <linux/bpf.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/common/unwind_abi.h"
#include "runtime/kernel/insn.h"
#include "runtime/kernel/sys.h"

/* --------------------------------------------------------------- forgetting */

static int load(const struct bpf_insn *insns, uint32_t cnt, const char *name)
{
	struct bpf_load_attr attr = {
		.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insns = (uint64_t)(uintptr_t)insns,
		.insn_cnt = cnt,
		.license = (uint64_t)(uintptr_t) "Dual BSD/GPL",
	};

	strcpy(attr.prog_name, name);
	return sys_prog_load(&attr);
}

/* Deletes the current process when its first thread ends. */
static int load_exit(int known_fd)
{
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_current_pid_tgid),
		INSN_MOV(1, 0),
		INSN(BPF_ALU64 | BPF_RSH | BPF_K, 1, 0, 0, 32),
		INSN(BPF_STX | BPF_MEM | BPF_W, 10, 1, -4, 0),
		/* skips the 5 instructions that delete */
		INSN(BPF_JMP32 | BPF_JNE | BPF_X, 0, 1, 5, 0),
		INSN_LD_IMM64(1, BPF_PSEUDO_MAP_FD, known_fd, 0),
		INSN_MOV(2, 10),
		INSN_ADD_IMM(2, -4),
		INSN_CALL(BPF_FUNC_map_delete_elem),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};

	return load(insns, sizeof(insns) / sizeof(insns[0]), "unwind_exit");
}

/*
 * The current process executes another program. If it is known, marks it as
 * pending (off 0) and reports its number (pid 0: dtrace knows the process). How
 * often it may wait is unchanged.
 *
 *	fp - 4 tgid; fp - 16 struct unw_known; fp - 32 struct unw_asked
 */
static int load_exec(int known_fd, int asked_fd)
{
	const struct bpf_insn insns[] = {
		INSN_CALL(BPF_FUNC_get_current_pid_tgid),
		INSN(BPF_ALU64 | BPF_RSH | BPF_K, 0, 0, 0, 32),
		INSN(BPF_STX | BPF_MEM | BPF_W, 10, 0, -4, 0),
		INSN(BPF_ST | BPF_MEM | BPF_W, 10, 0, -32, 0),
		INSN(BPF_STX | BPF_MEM | BPF_W, 10, 0, -28, 0),
		INSN(BPF_ST | BPF_MEM | BPF_W, 10, 0, -20, 0),
		INSN_LD_IMM64(1, BPF_PSEUDO_MAP_FD, known_fd, 0),
		INSN_MOV(2, 10),
		INSN_ADD_IMM(2, -4),
		INSN_CALL(BPF_FUNC_map_lookup_elem),
		/* skips the 23 instructions for a known process */
		INSN(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 23, 0),
		INSN(BPF_LDX | BPF_MEM | BPF_H, 1, 0,
		     offsetof(struct unw_known, wait_max), 0),
		INSN(BPF_STX | BPF_MEM | BPF_W, 10, 1, -8, 0),
		INSN_CALL(BPF_FUNC_ktime_get_ns),
		INSN(BPF_ALU64 | BPF_OR | BPF_K, 0, 0, 0, 1),
		INSN(BPF_ST | BPF_MEM | BPF_W, 10, 0, -16, 0),
		INSN(BPF_STX | BPF_MEM | BPF_W, 10, 0, -12, 0),
		INSN(BPF_STX | BPF_MEM | BPF_W, 10, 0, -24, 0),
		INSN_LD_IMM64(1, BPF_PSEUDO_MAP_FD, known_fd, 0),
		INSN_MOV(2, 10),
		INSN_ADD_IMM(2, -4),
		INSN_MOV(3, 10),
		INSN_ADD_IMM(3, -16),
		INSN_MOV_IMM(4, BPF_EXIST),
		INSN_CALL(BPF_FUNC_map_update_elem),
		/* skips the 7 instructions that report */
		INSN(BPF_JMP | BPF_JNE | BPF_K, 0, 0, 7, 0),
		INSN_LD_IMM64(1, BPF_PSEUDO_MAP_FD, asked_fd, 0),
		INSN_MOV(2, 10),
		INSN_ADD_IMM(2, -32),
		INSN_MOV_IMM(3, sizeof(struct unw_asked)),
		INSN_MOV_IMM(4, BPF_RB_FORCE_WAKEUP),
		INSN_CALL(BPF_FUNC_ringbuf_output),
		INSN_MOV_IMM(0, 0),
		INSN_EXIT(),
	};

	return load(insns, sizeof(insns) / sizeof(insns[0]), "unwind_exec");
}

/* Closes @fd. */
static int attach(int fd, const char *tracepoint)
{
	_cleanup_close_ int prog_fd = fd;

	return fd < 0 ? fd : sys_raw_tracepoint_open(tracepoint, prog_fd, 0);
}

/* ---------------------------------------------------------------- questions */

struct kern_unwind {
	int known_fd, asked_fd; /* borrowed */
	int exec_fd, exit_fd; /* links */
	size_t page_bytes;
	uint64_t *consumer; /* page with the reader's position */
	/* page with the writer's position, then the data, mapped twice */
	uint8_t *producer;
};

static int map_ring(struct kern_unwind *unwind)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	unwind->page_bytes = page;
	unwind->consumer = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED,
				unwind->asked_fd, 0);
	unwind->producer =
		mmap(NULL, page + 2 * kern_unwind_ring_bytes(), PROT_READ,
		     MAP_SHARED, unwind->asked_fd, (off_t)page);
	return unwind->consumer == MAP_FAILED ||
			       unwind->producer == MAP_FAILED ?
		       -errno : 0;
}

struct kern_unwind *kern_unwind_open(const struct kern_maps *maps, int *err_ret)
{
	struct kern_unwind *unwind = xcalloc(1, sizeof(*unwind));

	unwind->known_fd = maps->by_role[MAP_UNWIND_KNOWN].fd;
	unwind->asked_fd = maps->by_role[MAP_UNWIND_ASKED].fd;
	*err_ret = map_ring(unwind);
	unwind->exec_fd = unwind->exit_fd = -1;
	if (!*err_ret) {
		unwind->exec_fd = attach(load_exec(unwind->known_fd,
						   unwind->asked_fd),
					 "sched_process_exec");
		if (unwind->exec_fd < 0)
			*err_ret = unwind->exec_fd;
	}
	if (!*err_ret)
		return unwind;
	kern_unwind_close(unwind);
	return NULL;
}

int kern_unwind_see_ends(struct kern_unwind *unwind)
{
	unwind->exit_fd =
		attach(load_exit(unwind->known_fd), "sched_process_exit");
	return unwind->exit_fd < 0 ? unwind->exit_fd : 0;
}

void kern_unwind_close(struct kern_unwind *unwind)
{
	if (!unwind)
		return;
	if (unwind->exec_fd >= 0)
		close(unwind->exec_fd);
	if (unwind->exit_fd >= 0)
		close(unwind->exit_fd);
	if (unwind->consumer && unwind->consumer != MAP_FAILED)
		munmap(unwind->consumer, unwind->page_bytes);
	if (unwind->producer && unwind->producer != MAP_FAILED)
		munmap(unwind->producer,
		       unwind->page_bytes + 2 * kern_unwind_ring_bytes());
	free(unwind);
}

int kern_unwind_fd(const struct kern_unwind *unwind)
{
	return unwind->asked_fd;
}

/*
 * A record: a word with its length and two flag bits, then data, padded to 8.
 */
bool kern_unwind_next(struct kern_unwind *unwind, struct unw_asked *ret)
{
	uint64_t at = *unwind->consumer;

	while (at < __atomic_load_n((uint64_t *)unwind->producer,
				    __ATOMIC_ACQUIRE)) {
		uint8_t *record = unwind->producer + unwind->page_bytes +
			at % kern_unwind_ring_bytes();
		uint32_t head = __atomic_load_n((uint32_t *)record,
						__ATOMIC_ACQUIRE);
		uint32_t len = head & ~(BPF_RINGBUF_BUSY_BIT |
					BPF_RINGBUF_DISCARD_BIT);
		bool is_good = !(head & BPF_RINGBUF_DISCARD_BIT) &&
			len == sizeof(*ret);

		if (head & BPF_RINGBUF_BUSY_BIT)
			return false;
		if (is_good)
			memcpy(ret, record + BPF_RINGBUF_HDR_SZ, sizeof(*ret));
		at += (len + BPF_RINGBUF_HDR_SZ + 7) / 8 * 8;
		__atomic_store_n(unwind->consumer, at, __ATOMIC_RELEASE);
		if (is_good)
			return true;
	}
	return false;
}

int kern_unwind_lookup(struct kern_unwind *unwind, uint32_t tgid,
		       struct unw_known *ret)
{
	return sys_map_lookup(unwind->known_fd, &tgid, ret);
}

int kern_unwind_tell(struct kern_unwind *unwind, uint32_t tgid,
		     const struct unw_known *known, bool must_exist)
{
	return sys_map_update(unwind->known_fd, &tgid, known,
			      must_exist ? BPF_EXIST : BPF_ANY);
}

void kern_unwind_forget(struct kern_unwind *unwind, uint32_t tgid)
{
	sys_map_delete(unwind->known_fd, &tgid);
}
