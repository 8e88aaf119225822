/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Generated BPF -> machine code that a traced program runs by itself at its
 * own probes (docs/direct-probes.md). What comes in is a struct code as the
 * generator made it, before linking. What goes out is the text of one
 *
 *	int hook(const long args[]);
 *
 * in the machine's calling convention. r1 of the BPF program is @args, so its
 * context is the array of arguments. The result says whether the firing has
 * been dealt with:
 *
 *	0	the site has to be executed, nothing was done: the semaphore is
 *		not what it should be (another tracer is there), or the program
 *		sends records and the ring of this CPU is closed (direct_ring.h),
 *		or it reads a string that is not among the constants, or the
 *		thread's id, and the thread is not one of the C library
 *	1	the program ran
 *
 * The tests of 0 come before the program, so a firing goes exactly one way.
 * Where the kernel's way begins at a stub instead (target.stub_addr), the hook
 * does not return 0 but goes on to the stub, with @args, as if that had been
 * called. A semaphore of the kernel counts breakpoints, not tracers: one of a
 * public site does not show a second tracer there; semaphore_addr 0: no test.
 *
 * The text makes no system call (a seccomp filter could end the process), has
 * no thread-local storage of its own, and takes no lock, so it can run in a signal
 * handler that interrupted it, and a thread that ends or jumps out of it
 * blocks no other. It uses only general registers, and leaves errno alone.
 *
 * A firing that uses self-> variables can't change its way as it likes, and does
 * not return 0 for a closed ring, whose records are dropped: self_table.h.
 *
 * It follows no pointer of the program, which can be wrong at any time. Strings
 * are read from a copy of the constants of the file that the probe is in: an
 * address among the originals says where in the copy, and any other address that
 * the kernel has to read the string.
 *
 * What a program can't do there is refused with a reason for the user:
 * helpers that read memory, maps that are not in the process, library
 * functions that need either.
 *
 * translate.c walks the instructions and knows what helpers and maps are; x86.c,
 * x86_arithmetic.c and x86_encode.c encode; native/ has the functions that stand
 * in for helpers.
 */
#ifndef DTRACE_RUNTIME_DIRECT_TRANSLATE_H
#define DTRACE_RUNTIME_DIRECT_TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/codegen/ir/code.h"

/* Where a map is in the process. Address 0: not there. */
struct direct_place {
	enum map_role role;
	uint32_t index;
	uint64_t map_addr;   /* of its struct direct_map: REF_MAP */
	uint64_t value_addr; /* of the value of an array: REF_MAP_VALUE */
};

/*
 * Constants of the file that the probe is in, and a copy of them that can be
 * read at any time. The last byte of both is a NUL, so that each string that
 * begins there ends there; after the copy, DIRECT_COPY_PAD_BYTES can be read.
 */
struct direct_constants {
	uint64_t addr;
	uint32_t bytes; /* below 2 GB; 0: there are none */
	uint64_t copy_addr;
};

enum { DIRECT_COPY_PAD_BYTES = 4096 };

/* self-> variables of threads: runtime/direct/self_table.h. */
struct direct_selfs {
	uint64_t table_addr; /* 0: there is none */
	uint32_t stride_bytes;
	uint32_t group;	   /* those that the program uses, from 1; 0: none */
	bool needs_values; /* it can't bring the group: usdt_self_vars.c */
};

/* What the text is made for; all addresses are those in the process. */
struct direct_target {
	uint64_t code_addr;   /* where the text will be */
	uint64_t native_addr; /* where direct_native_bytes() will be */
	uint64_t semaphore_addr; /* 0: it is not looked at */
	uint16_t semaphore;   /* its value while nobody else traces */
	uint64_t stub_addr;   /* void stub(const long args[]), or 0: returns 0 */
	/*
	 * All that get_current_pid_tgid returns: the lower half, the thread,
	 * is 0. Programs that use that half must not come here.
	 */
	uint32_t tgid;
	uint32_t cpu_max;
	/*
	 * clock_gettime() of the vdso, or 0: there is none. Where the clock
	 * source is not one of those that the vdso reads by itself, that makes
	 * a system call; it should be 0 then.
	 */
	uint64_t clock_addr;
	/* what CLOCK_MONOTONIC of the process's time namespace is ahead */
	int64_t clock_less_ns;
	/*
	 * Rings of CODE_DIRECT_SEND: a struct direct_ring for each CPU at
	 * value_addr of MAP_RING_HEADS, chunks at that of MAP_RINGS.
	 */
	uint32_t record_max_bytes;
	struct direct_constants constants; /* of CODE_DIRECT_STRING */
	/*
	 * What CODE_DIRECT_EXIT calls, a void f(void): the place of a uprobe.
	 * 0: there is none.
	 */
	uint64_t exit_addr;
	uint32_t string_args; /* bit N: args[N] has to be among them */
	/*
	 * Where the thread's id is in what the thread pointer leads to
	 * (pthread_t), for CODE_DIRECT_TID and selfs; 0: it is not known.
	 */
	uint32_t tid_off;
	struct direct_selfs selfs; /* of CODE_DIRECT_SELF and _SELF_SET */
	const struct direct_place *places; /* borrowed */
	size_t place_cnt;
};

struct direct_text {
	unsigned char *bytes; /* owned; begins with the hook */
	size_t cnt;
	char *why; /* owned; -EOPNOTSUPP: the reason, "it calls ..." */
};

/*
 * Returns 0, -EOPNOTSUPP with ret->why, or -EINVAL for code that the generator
 * does not make, with ret->why as well. direct_text_deinit() in all cases.
 * The number of bytes does not depend on addresses other than native_addr, and
 * not on that while it is within 2 GB of code_addr.
 */
int direct_translate(const struct code *code, const struct direct_target *target,
		     struct direct_text *ret);
void direct_text_deinit(struct direct_text *text);

/*
 * The machine code of the native functions, to copy to native_addr: position
 * independent, without data. *@cnt_ret is 0 on machines that have none.
 */
const void *direct_native_bytes(size_t *cnt_ret);

#endif
