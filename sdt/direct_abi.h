/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a program that was built for direct probes and its tracer share
 * (docs/direct-probes.md). The object of `dtrace -G --direct` has one control
 * block and an agent for each provider, and a DIRECT record in .note.dtrace
 * that says where they are.
 *
 *	control (.data)  --gate-->  gate (a page)  ---->  area (memory file)
 *
 * A firing with the semaphore on calls the agent, which follows the pointers to
 * the hook of its probe. Each of them can be 0; then it calls the probe's stub,
 * where the kernel's way begins: a nop for a uprobe whose semaphore is that of
 * the probe. Afterwards the public site is executed in both cases, where other
 * tracers are. So for the tracer that has the hooks, a firing goes one of two
 * ways, and no other tracer can tell the difference.
 *
 * A child of fork(2) finds the gate wiped, so that it can't run the hooks of its
 * parent. Hooks count only while `alive` is not 0: a semaphore that the kernel
 * keeps for the tracer, at a nop that only exit() comes to; when the tracer ends,
 * however it does, the hooks that it leaves are dead.
 *
 * The tracer writes into the control block what fits into a byte, because it
 * has no way to write more than that at once; and into the area, which it maps
 * as well.
 */
#ifndef DTRACE_SDT_DIRECT_ABI_H
#define DTRACE_SDT_DIRECT_ABI_H

#include <stdint.h>

enum {
	DIRECT_VERSION = 1,
	DIRECT_HOOK_MAX = 496, /* the area's first page has them */
	DIRECT_ARG_MAX = 12,
	DIRECT_PAGE_BYTES = 4096,
	DIRECT_STUB_BYTES = 16, /* from the stub of a probe to the next */
	DIRECT_STUB_NOP = 4,	/* where its 1-byte nop is */
	DIRECT_STUB_ARG_MAX = 5, /* arguments that are in registers there */
};

/* Both memory files are sparse: unused parts take no memory. */
#define DIRECT_DATA_BYTES (UINT64_C(1) << 30)
#define DIRECT_CODE_BYTES (UINT64_C(1) << 20)

/* direct_control.state, which the agent writes */
enum direct_state {
	DIRECT_IDLE,
	DIRECT_BUSY,	  /* a thread makes the memory */
	DIRECT_MAPPED,	  /* it is there, for the life of the process */
	DIRECT_FAILED,	  /* it can't be made: `error` */
};

/* Aligned to 64 bytes. */
struct direct_control {
	uint32_t version;
	uint32_t hook_cnt;  /* probes, in the order of the definition */
	uint8_t state;	    /* enum direct_state */
	/*
	 * 1: a tracer wants the memory. Like hooks, it counts only while
	 * `alive` is not 0. A firing that finds it changes the state from IDLE
	 * to BUSY and looks again before its first system call; so when the
	 * tracer has taken the request back and then finds the state IDLE,
	 * there will be none.
	 */
	uint8_t request;
	uint8_t pad[2];
	int32_t error;	    /* FAILED: errno */
	uint64_t gate;	    /* address of a struct direct_gate, or 0 */
	uint64_t data_addr; /* MAPPED: where the process has the files */
	uint64_t code_addr;
	uint64_t more_pad[3];
};

/* A page of its own, private and wiped at fork(2). */
struct direct_gate {
	uint64_t area; /* address of the struct direct_area; 0: a child */
};

/*
 * The first page of the data file. hooks[]: address of
 * void hook(const long args[]), or 0. A stub is
 *
 *	void stub(const long args[], long arg0, ... long arg4)
 *
 * where those after the last argument of the probe are anything. args[] has at
 * least DIRECT_STUB_ARG_MAX elements.
 */
struct direct_area {
	uint64_t hooks[DIRECT_HOOK_MAX];
	/* of the tracers: bytes of both files that were given out */
	uint64_t data_used, code_used;
	uint64_t pad[14];
};

#endif
