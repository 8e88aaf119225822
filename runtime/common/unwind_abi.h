/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The format of the unwind tables that runtime/symbol makes and the in-kernel
 * library walks: one memory area (an array of chunks to programs, one piece to
 * dtrace), with offsets in bytes.
 *
 *	rules	struct unw_rule [UNW_RULE_MAX], the same for all files
 *	index	of a file: a word for each UNW_BLOCK_BYTES of its code, which
 *		gives the rows that apply there (unw_block())
 *	rows	of a block: words, offset in the block << 16 | rule, by offset;
 *		the first one has the offset 0
 *	process	struct unw_proc, then its struct unw_range, by address
 *
 * The rows of a block are in one chunk, and so is a process.
 */
#ifndef DTRACE_RUNTIME_BPF_UNWIND_ABI_H
#define DTRACE_RUNTIME_BPF_UNWIND_ABI_H

enum {
	UNW_CHUNK_SHIFT = 16,
	UNW_CHUNK_BYTES = 1 << UNW_CHUNK_SHIFT,
	UNW_BLOCK_SHIFT = 8,
	UNW_BLOCK_BYTES = 1 << UNW_BLOCK_SHIFT,
	UNW_RULE_MAX = 1 << 16,
	UNW_RULE_BYTES = 16,
	UNW_SAVED_CNT = 6,
	UNW_SPACE_MAX_BYTES = 64 << 20, /* what a word of an index reaches */
};

/* How the frame of the caller is found. */
enum unw_kind {
	UNW_NONE, /* nothing is known here: rule 0 */
	UNW_END, /* there is no caller */
	UNW_REG, /* CFA = reg + off */
	UNW_DEREF, /* CFA = what is at reg + off, + more */
	UNW_PLT, /* CFA = reg + off, 8 more from `more` on in 16 bytes */
	UNW_SIGNAL, /* registers are saved at reg + off, as in a sigcontext */
	UNW_FRAME, /* by the frame pointer: nothing better is known */
};

enum {
	UNW_BY_BASE = 1 << 7, /* of kind: saved[] counts from reg, + 8 */
	UNW_LOST = 255, /* saved[]: it can't be known */
};

/*
 * The caller's address is at CFA - 8. Registers are numbered by their places
 * in struct pt_regs; saved[i] is where the first six were put, in words below
 * the CFA; 0: they are as they were.
 */
struct unw_rule {
	unsigned char kind, reg;
	unsigned char saved[UNW_SAVED_CNT];
	int off, more;
};

/* Executable memory of a process; all zero: the end. */
struct unw_range {
	unsigned long start, end; /* addresses */
	unsigned long text; /* where the first block begins */
	unsigned int index; /* offset of the file's index, or enum unw_index */
	unsigned int block_cnt;
};

/* Of memory without a table; no file has its index among the rules. */
enum unw_index {
	UNW_INDEX_NONE, /* the walk ends here */
	UNW_INDEX_FRAME, /* frame pointers may be followed */
	UNW_INDEX_RETURN, /* return probes put its address on the stack */
};

enum unw_question {
	UNW_NOT_ASKED,
	UNW_IS_ASKED, /* dtrace looks what else it maps */
	UNW_IS_ALL, /* it has looked: nothing */
};

struct unw_proc {
	unsigned int generation; /* changes before the memory is used again */
	unsigned int range_cnt;
	unsigned int asked; /* enum unw_question */
	unsigned int late_cnt; /* waits in vain since it was asked */
	unsigned int pad[4];
};

/*
 * What is known of a process, by its number; off 0: not yet, and generation
 * is that of the question.
 */
struct unw_known {
	unsigned int off, generation;
	/*
	 * How often walks may wait for the answer, and did so in vain; of -c,
	 * -p and their children UNW_ORDERED_WAITS.
	 */
	unsigned short wait_max, late_cnt;
};

/* One stack can use up all of them. */
enum { UNW_ORDERED_WAITS = 3 };

/*
 * The state of a walk in scratch memory: where its arguments are, a word each,
 * and how long it is at most.
 */
enum {
	UNWIND_REGS_OFF = 0, /* struct pt_regs, an address of the kernel */
	UNWIND_PID_OFF = 8, /* of the process as dtrace knows it */
	UNWIND_FLAGS_OFF = 16, /* UNWIND_AT_ENTRY */
	UNWIND_TO_OFF = 24, /* where frames go to */
	UNWIND_MAX_OFF = 32, /* how many there may be */
	UNWIND_CNT_OFF = 40, /* how many there are */
	UNWIND_UTASK_OFF = 48, /* of current, or 0 */
	UNWIND_RETURN_OFF = 56, /* struct gen_return_offs, 16 bits each */
	UNWIND_WALK_BYTES = 576,
};

/* How unwind_begin() is called, and what it says where it does not walk. */
enum {
	UNWIND_AT_ENTRY = 1, /* a function begins */
	UNWIND_STEP_FRAMES = 32, /* per call of unwind() */
	UNWIND_WAIT_CALLS = 8, /* of unwind_again(), as long as it returns 2 */
	UNWIND_NO_STACK = -1,
	UNWIND_OTHER = -2, /* 32-bit code: the kernel knows it */
};

/* A question: what does it map (now)? */
struct unw_asked {
	unsigned int pid; /* as dtrace sees it */
	unsigned int tgid; /* as the map has it */
	unsigned int generation; /* of what is known */
	unsigned int pad;
};

/* Word of an index: rows from @off on, 1 to UNW_BLOCK_BYTES of them. */
static inline unsigned int unw_block(unsigned int off, unsigned int row_cnt)
{
	return off / 4 << UNW_BLOCK_SHIFT | (row_cnt - 1);
}

/*
 * Why a walk stopped before the outermost function. It stands after the last
 * frame, as UNW_CUT + reason: no program has such an address.
 */
enum unw_cut {
	UNW_CUT_NO_PROCESS = 1, /* its mappings are not known yet */
	UNW_CUT_NO_RANGE, /* nothing executable is known to be there */
	UNW_CUT_NO_RULE, /* no table, or not for this address */
	UNW_CUT_NO_MEMORY, /* the stack could not be read */
	UNW_CUT_NO_REG, /* a register that is not known any more */
	UNW_CUT_BAD_FRAME, /* the rule leads nowhere */
	UNW_CUT_RETURN, /* a return probe hides the address */
	UNW_CUT_CNT,
};
#define UNW_CUT 0x8000000000000000ul

#endif
