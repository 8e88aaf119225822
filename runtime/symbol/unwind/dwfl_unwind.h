/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stacks of programs without frame pointers: walked after the fact with the
 * programs' own unwind tables (.eh_frame, .debug_frame), through libdw, on a
 * copy of the stack and the registers.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_UNWIND_DWFL_UNWIND_H
#define DTRACE_RUNTIME_SYMBOL_UNWIND_DWFL_UNWIND_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/symbol/usersym.h"

struct unwinder;

/* What was recorded; all is borrowed. */
struct unwind_input {
	pid_t pid;
	const uint64_t *regs; /* in the order of struct pt_regs */
	const uint8_t *pages; /* from the page on that the stack pointer is in */
	uint64_t page_mask; /* which of them could be read */
	uint32_t page_bytes;
	uint32_t page_cnt;
};

/* The largest ustackcopy: runtime/common/options.def */
enum { UNWIND_COPY_MAX_BYTES = 64 << 10 };

enum unwind_end {
	UNWIND_WHOLE, /* to the outermost function */
	UNWIND_FULL, /* as many as were asked for */
	UNWIND_COPY_END, /* the rest of the stack was not copied */
	/*
	 * it continues where no copy reaches: a signal handler's own stack
	 * ended
	 */
	UNWIND_ELSEWHERE,
	UNWIND_NO_TABLE, /* no table describes the last address */
};

/* @syms is borrowed; files that it opens stay open from now on. */
struct unwinder *unwinder_create(struct usersym *syms);
/* NULL is legal. */
void unwinder_destroy(struct unwinder *unwinder);

/*
 * Fills up to @max elements of @frames, the innermost first; *@cnt_ret is their
 * number. Returns why there are no more.
 */
enum unwind_end unwind(struct unwinder *unwinder,
		       const struct unwind_input *input, uint64_t *frames,
		       size_t max, size_t *cnt_ret);

#endif
