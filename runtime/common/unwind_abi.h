/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The format of the unwind tables that runtime/symbol makes and the in-kernel
 * library walks. They are in one memory area, which programs see as an array of
 * chunks and dtrace as one piece; offsets are in bytes.
 *
 *	rules	struct unw_rule [UNW_RULE_MAX], the same for all files
 *	index	of a file: a word for each UNW_BLOCK_BYTES of its code, which
 *		gives the rows that apply there (unw_block())
 *	rows	of a block: words, offset in the block << 16 | rule, by offset;
 *		the first one has the offset 0
 *	process	struct unw_proc, then its struct unw_range, by address
 *
 * The rows of a block never cross a chunk, nor does the data of a process.
 */
#ifndef DTRACE_RUNTIME_COMMON_UNWIND_ABI_H
#define DTRACE_RUNTIME_COMMON_UNWIND_ABI_H

enum {
	UNW_CHUNK_SHIFT = 16,
	UNW_CHUNK_BYTES = 1 << UNW_CHUNK_SHIFT,
	UNW_BLOCK_SHIFT = 8,
	UNW_BLOCK_BYTES = 1 << UNW_BLOCK_SHIFT,
	UNW_RULE_MAX = 1 << 16,
	UNW_RULE_BYTES = 16,
	UNW_SAVED_CNT = 6,
	/* limit of an offset in a word of an index */
	UNW_SPACE_MAX_BYTES = 64 << 20,
};

/* How the frame of the caller is found. */
enum unw_kind {
	UNW_NONE, /* unknown: rule 0 */
	UNW_END, /* there is no caller */
	UNW_REG, /* CFA = reg + off */
	UNW_DEREF, /* CFA = *(reg + off) + more */
	UNW_PLT, /* CFA = reg + off; 8 more where pc % 16 >= more */
	UNW_SIGNAL, /* registers are saved at reg + off, as in a sigcontext */
	UNW_FRAME, /* by the frame pointer, for lack of better data */
};

enum {
	UNW_BY_BASE = 1 << 7, /* flag in kind: saved[] counts from reg + 8 */
	UNW_LOST = 255, /* in saved[]: not known */
};

/*
 * The return address is at CFA - 8. Registers have the numbers of their places
 * in struct pt_regs; saved[i] says where the i-th of the first six was saved,
 * in words below the CFA; 0: it is unchanged.
 */
struct unw_rule {
	unsigned char kind, reg;
	unsigned char saved[UNW_SAVED_CNT];
	int off, more;
};

/* Executable memory of a process; all zero: end of the list. */
struct unw_range {
	unsigned long start, end; /* addresses */
	unsigned long text; /* address of the first block */
	unsigned int index; /* offset of the file's index, or enum unw_index */
	unsigned int block_cnt;
};

/*
 * For memory without a table. No index has these offsets, because rules are
 * there.
 */
enum unw_index {
	UNW_INDEX_NONE, /* the walk ends here */
	UNW_INDEX_FRAME, /* frame pointers may be followed */
	/* [uprobes], whose address return probes put on the stack */
	UNW_INDEX_RETURN,
};

enum unw_question {
	UNW_NOT_ASKED,
	UNW_IS_ASKED, /* dtrace is looking for more mappings */
	UNW_IS_ALL, /* dtrace has looked: there are no more */
};

struct unw_proc {
	unsigned int generation; /* changes before the memory is used again */
	unsigned int range_cnt;
	unsigned int asked; /* enum unw_question */
	unsigned int late_cnt; /* vain waits since the question */
	unsigned int pad[4];
};

/*
 * What is known of a process. off 0: nothing yet; generation is then that of
 * the question.
 */
struct unw_known {
	unsigned int off, generation;
	/*
	 * How many times walks may wait for the answer, and how many times they
	 * have waited in vain. UNW_ORDERED_WAITS for processes of -c and -p and
	 * their children.
	 */
	unsigned short wait_max, late_cnt;
};

/* A single stack can use them all. */
enum { UNW_ORDERED_WAITS = 3 };

/*
 * Offsets of the arguments in the state of a walk, which is in scratch memory:
 * a word each; and the maximum size of the state.
 */
enum {
	UNWIND_REGS_OFF = 0, /* kernel address of the struct pt_regs */
	UNWIND_PID_OFF = 8, /* process id as dtrace sees it */
	UNWIND_FLAGS_OFF = 16, /* UNWIND_AT_ENTRY */
	UNWIND_TO_OFF = 24, /* where to store frames */
	UNWIND_MAX_OFF = 32, /* the largest number of frames */
	UNWIND_CNT_OFF = 40, /* the number of frames */
	UNWIND_UTASK_OFF = 48, /* current's struct uprobe_task *, or 0 */
	UNWIND_RETURN_OFF = 56, /* struct gen_return_offs, 16 bits each */
	UNWIND_WALK_BYTES = 576,
};

/* Flags and results of unwind_begin(), and numbers of calls. */
enum {
	UNWIND_AT_ENTRY = 1, /* the stack is that of a function's first byte */
	UNWIND_STEP_FRAMES = 32, /* per call of unwind() */
	UNWIND_WAIT_CALLS = 8, /* calls of unwind_again() while it returns 2 */
	UNWIND_NO_STACK = -1,
	UNWIND_OTHER = -2, /* 32-bit code: the kernel must walk */
};

/* A question to dtrace: what does this process map now? */
struct unw_asked {
	unsigned int pid; /* as dtrace sees it */
	unsigned int tgid; /* as in the map */
	unsigned int generation; /* of the data that the program has */
	unsigned int pad;
};

/*
 * A word of an index: the offset of a block's rows and their number, 1 to
 * UNW_BLOCK_BYTES.
 */
static inline unsigned int unw_block(unsigned int off, unsigned int row_cnt)
{
	return off / 4 << UNW_BLOCK_SHIFT | (row_cnt - 1);
}

/*
 * Why a walk stopped before the outermost function. Stored after the last frame
 * as UNW_CUT + reason, which is no valid address.
 */
enum unw_cut {
	UNW_CUT_NO_PROCESS = 1, /* its mappings are not known yet */
	UNW_CUT_NO_RANGE, /* no known mapping contains the address */
	UNW_CUT_NO_RULE, /* no table, or no rule for the address */
	UNW_CUT_NO_MEMORY, /* the stack could not be read */
	UNW_CUT_NO_REG, /* a register is needed that is no longer known */
	UNW_CUT_BAD_FRAME, /* the rule leads to an invalid frame */
	UNW_CUT_RETURN, /* a return probe hides the address */
	UNW_CUT_CHANGED, /* the mappings were replaced during each attempt */
	UNW_CUT_CNT,
};
#define UNW_CUT 0x8000000000000000ul

/*
 * Flag in a frame after the first: a signal interrupted the thread there, so it
 * is not a return address.
 */
#define UNW_EXACT_SHIFT 62
#define UNW_EXACT	(1ul << UNW_EXACT_SHIFT)

#endif
