/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How generated code finds a probe's arguments. This is everything that a
 * provider tells the generator. Nothing is interpreted at run time: each
 * argument becomes straight-line code.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_PROBE_ABI_H
#define DTRACE_RUNTIME_CODEGEN_PROBE_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct type;

enum { ABI_ARG_MAX = 20, ABI_WHEN_MAX = 6, ABI_WHEN_VALUE_MAX = 16 };

enum { ABI_STACK_MAX = 4 };

enum { ABI_PAGE_MASK = 0xfff };
/* The highest bit is set: the program compares words of the upper half. */
#define ABI_PAGE_TAG(event_idx, addr, tag)                                     \
	(1ull << 63 | (uint64_t)(event_idx) << 44 |                            \
	 ((uint64_t)(addr) & ABI_PAGE_MASK) << 32 | (uint32_t)(tag))

/*
 * Places that several processes are traced at together. A program leaves in
 * processes that are not in the list.
 */
struct abi_rows {
	const uint64_t *tgids; /* ABI_ROW | tgid, ascending */
	uint32_t tgid_cnt;     /* 0: there are no such places */
	const uint64_t *tags;  /* [row][tgid_cnt]: the tag there or ABI_NO_TAG */
	uint32_t row_cnt;
};

#define ABI_ROW (1ull << 63)
#define ABI_NO_TAG (~0ull)

/* What is done with a stack of numbers, which is empty at first. */
enum abi_step_kind {
	ABI_STEP_CTX,	/* push the word of the context at offset `value` */
	ABI_STEP_TASK,	/* push the address of the running task */
	ABI_STEP_CPU,	/* push the number of the running CPU */
	ABI_STEP_WAIT,	/* push `value` (enum abi_wait_field) of the wait */
	ABI_STEP_CONST, /* push `value` */
	ABI_STEP_KMEM,	/* top = kernel memory at top + `value` */
	ABI_STEP_ADD,	/* pop one and add it to the top */
	ABI_STEP_MUL,	/* top *= value, and so on */
	ABI_STEP_AND,
	ABI_STEP_NEG,
	ABI_STEP_CALL,	/* top = function `value` (enum lib_func) of top */
	ABI_STEP_FIRST, /* top = 0 when top was here before: rt_control.seen */
};

/* Of the running thread's wait for what word 0 of the context points to. */
enum abi_wait_field {
	ABI_WAIT_KIND,	    /* word 1 of the context when it began last */
	ABI_WAIT_SLEPT_NS,
	ABI_WAIT_SPUN_NS,
	ABI_WAIT_HAS_SLEPT, /* 1: it did, if for no time at all */
};

/* What a program without clauses does with waits: see wait_event.c. */
enum abi_wait {
	ABI_WAIT_NONE,
	ABI_WAIT_BEGIN,
	ABI_WAIT_END,	 /* before the programs that read its fields */
	ABI_WAIT_FORGET, /* after them */
};

struct abi_step {
	enum abi_step_kind kind;
	uint8_t size_bytes; /* CTX, KMEM */
	bool is_signed;
	uint8_t shift_bits, width_bits; /* KMEM of a bit-field: width not 0 */
	int64_t value;
};

/* Returns under way that the kernel keeps (MAX_URETPROBE_DEPTH, uprobes.h). */
enum { ABI_RETURN_MAX = 64 };

enum abi_arg_kind {
	ABI_ARG_NONE,  /* not there: reads 0 */
	ABI_ARG_CONST, /* value */
	ABI_ARG_CTX,   /* 8 bytes of the context at ctx_off */
	ABI_ARG_FIELD, /* size_bytes of the context at ctx_off, no more */
	ABI_ARG_INNER, /* where the context is in kernel memory, + ctx_off */
	/* the same, + value + the lower half of the 4 bytes at ctx_off */
	ABI_ARG_LOCATED,
	ABI_ARG_ADDR,  /* an address: [ctx_off] + value */
	ABI_ARG_MEM,   /* user memory at [ctx_off] + [index_off] * scale + value */
	ABI_ARG_KMEM,  /* kernel memory at [ctx_off] + value */
	/* [ctx_off] if the bits `value` of [index_off] are clear or set, else 0 */
	ABI_ARG_IF_CLEAR,
	ABI_ARG_IF_SET,
	ABI_ARG_STEPS, /* what the steps leave on the stack */
	ABI_ARG_SITE,  /* where struct abi_site says, at each firing */
	ABI_ARG_LOCK,  /* `value` (enum abi_lock_field): see struct abi_lock */
	ABI_ARG_GROWTH, /* what was added to the word: see struct abi_watch */
	ABI_ARG_BAD,   /* can't be read: a compile error when it is used */
};

struct abi_arg {
	enum abi_arg_kind kind;
	uint8_t size_bytes; /* 1, 2, 4, 8: governs */
	uint8_t shift_bits; /* CTX: the value starts at this bit (%ah: 8) */
	bool is_signed;
	bool is_result;	    /* CTX: of a system call; see argument.c */
	int16_t ctx_off;    /* bytes; MEM: of the base register or -1 */
	int16_t index_off;  /* MEM: of the index register or -1 */
	uint8_t scale;
	uint8_t func;	    /* enum lib_func + 1 that it goes through; 0: none */
	int64_t value;	    /* CONST, MEM: displacement */
	const char *why;    /* BAD: static text */
	const struct abi_step *steps; /* STEPS */
	size_t step_cnt;
	const struct type *type; /* of a tracepoint: the kernel's, or NULL */
};

/*
 * One of the sites that a program can't tell apart by its code, as their
 * arguments are in too many different places: NONE, CONST, CTX, ADDR or MEM.
 */
struct abi_site {
	uint32_t tag;
	struct abi_arg args[ABI_ARG_MAX]; /* those that are ABI_ARG_SITE */
};

/* After all arguments: the result, in the context of a FENTRY at a return. */
enum { ABI_FENTRY_RESULT = 120 };

enum abi_context {
	ABI_TEST_RUN,   /* BEGIN, END: raw_tp program, run by BPF_PROG_TEST_RUN */
	ABI_UPROBE,     /* struct pt_regs; sleepable when it copies user memory */
	ABI_KPROBE,     /* struct pt_regs of the kernel, at a function of it */
	ABI_PERF_EVENT, /* struct bpf_perf_event_data: struct pt_regs comes first */
	ABI_RAW_TP,     /* uint64_t[]: arguments of a tracepoint, just numbers */
	ABI_BTF_TP,     /* the same; KMEM through those that are pointers is cheap */
	ABI_TRACE_EVENT, /* the record of an event; only its fields can be read */
	/*
	 * A function of the kernel, by BPF's own means: CTX is an argument
	 * (its number times 8) or, where is_return, ABI_FENTRY_RESULT. Programs
	 * that have to be cut can't have it, nor those that read the kernel's
	 * stack, unless the place of the function is known.
	 */
	ABI_FENTRY,
	/* int64_t[]: the arguments, in the traced program: runtime/direct/ */
	ABI_DIRECT,
};

/* Does it fire while an interrupt is served? */
enum abi_irq {
	ABI_IRQ_UNKNOWN,
	ABI_IRQ_NEVER,
	ABI_IRQ_ALWAYS,
};

/*
 * Functions that begin with a loop: what jumps back to the entry marks the
 * thread, and where the entry finds the mark it does not count (loop_entry.c).
 */
enum abi_back {
	ABI_BACK_NONE,
	ABI_BACK_MARK, /* a program without clauses; tag: ABI_BACK_... below */
	ABI_BACK_LAND,
};

/*
 * When a jump is taken. x86: when one of these flags is set (LESS: sign is not
 * overflow), with UNLESS when none is; without any always.
 */
#define ABI_BACK_FLAGS	0x8d5 /* those that instructions set by results */
#define ABI_BACK_LESS	2u /* in flags this bit is always 1 */
#define ABI_BACK_UNLESS (1u << 16)
/*
 * arm64: when bit N of the tag is set, N being the four flags as a number; or,
 * with REG, when `register << left >> right` is not 0 (with UNLESS: is 0).
 * Register 31 is 0.
 */
#define ABI_BACK_ARM64_FLAGS (-(INT64_C(1) << 28))
#define ABI_BACK_ARM64_REG   (1u << 18)
#define ABI_BACK_ARM64_UNLESS (1u << 17)
#define ABI_BACK_REG_BITS(reg, left, right) \
	((uint32_t)(reg) | (uint32_t)(left) << 5 | (uint32_t)(right) << 11)

/* Probe tags, both ends included. */
struct abi_range {
	uint32_t first, last;
};

/* The tags at which something runs, ascending; cnt 0: at all. */
struct abi_guard {
	const struct abi_range *ranges;
	size_t cnt;
};

/* Bytes of an argument that count, negative: with a sign; 0: all. */
enum { ABI_WIDTH_MAX = 6 };

/*
 * Commands that are to run: what their processes do before, which are copies
 * of dtrace's then, is not traced. PF_FORKNOEXEC in task_struct.flags tells.
 */
struct abi_launch {
	uint32_t flags_off;   /* 0: unknown */
	const uint32_t *tgids; /* borrowed */
	size_t cnt;
};

/*
 * System calls of a 32-bit kind: the bit is set in the 4 bytes at `off` of the
 * running task. 0: not needed.
 */
struct abi_compat {
	uint32_t bit;
	uint16_t off;
	/*
	 * tag = tag_add + the call's number, which is then at least tag_min;
	 * names.high_tag. 0: the program leaves.
	 */
	uint32_t tag_add, tag_min;
	uint32_t none_tag;	   /* as for other calls: abi_number */
	struct abi_guard numbers;  /* of the tags in the program's guard */
	const struct abi_arg *args; /* ABI_WIDTH_MAX; NULL: the same */
};

/*
 * It runs when `left CODE right` holds, with the conditions of BPF's jumps
 * (JEQ, JNE, JSGT, JSLT); or `left == a value` of some. left.kind NONE: always.
 */
struct abi_when {
	uint8_t code;
	uint8_t value_cnt; /* further ones that are as good as `right` */
	struct abi_arg left, right;
	int64_t values[ABI_WHEN_VALUE_MAX];
};

enum abi_field {
	ABI_PROVIDER,
	ABI_MODULE,
	ABI_FUNCTION,
	ABI_NAME,
	ABI_FIELD_CNT,
};

/* A probe by name. */
struct abi_name {
	const char *fields[ABI_FIELD_CNT]; /* borrowed, for the session */
	bool has_pid; /* the process id follows the provider's name */
	uint32_t id;  /* its number, where abi_names has no id() */
};

/* The number of a probe in one process. */
struct abi_own_id {
	uint64_t key; /* process << 32 | tag */
	uint64_t id;
};

/* The names of a program's probes; name NULL: they are empty. */
struct abi_names {
	/* Fills *ret and returns true, or false: there is no such probe. */
	bool (*name)(void *arg, uint32_t tag, struct abi_name *ret);
	void *arg;
	uint32_t tag_cnt; /* tags are below; 0: only probe_tag */
	/*
	 * Not 0: below high_row tags are rows, and those from high_tag on are
	 * the rows from high_row on. tag_cnt is the number of rows.
	 */
	uint32_t high_tag, high_row;
	/*
	 * Where numbers are given when they are asked for, or a tag has one
	 * in each process: that of a tag in process @tgid, 0: in those that
	 * own_ids() has none of. Both may be NULL.
	 */
	uint32_t (*id)(void *arg, uint32_t tag, uint32_t tgid);
	/* Ascending keys, borrowed; the same at each call. */
	const struct abi_own_id *(*own_ids)(void *arg, size_t *cnt_ret);
};

/* The tag of a row of tables by tag. */
static inline uint32_t abi_row_tag(const struct abi_names *names, uint32_t row)
{
	return names->high_tag && row >= names->high_row ?
		       names->high_tag + row - names->high_row : row;
}

/* How a program learns which probe a firing is of, and in which process. */
enum abi_identity_kind {
	ABI_ID_CONST,	 /* always probe_tag; see `tgid` */
	/*
	 * The attach cookie (bpf_get_attach_cookie): low 32 bits the tag, high
	 * 32 bits the process to which the program must hold (0: any).
	 */
	ABI_ID_COOKIE,
	/*
	 * The same, or, where the cookie has the bit ABI_ROW, the row of a
	 * table that has a tag for each of many processes.
	 */
	ABI_ID_ROWS,
	/* The cookie's low 32 bits are the number of a site, which has the tag. */
	ABI_ID_SITES,
	/*
	 * UPROBE: the cookie's low 32 bits are the number of an event (below
	 * 2^19) of many places, which all differ in the last 12 bits of their
	 * addresses.
	 */
	ABI_ID_PAGE,
	/* KPROBE: the place in a list of the function (bpf_get_func_ip). */
	ABI_ID_FUNCTION,
	ABI_ID_NUMBER, /* read at each firing: the number of a system call */
};

struct abi_sites {
	const struct abi_site *v;
	uint32_t cnt;
};

struct abi_page {
	const uint64_t *tags; /* ABI_PAGE_TAG() of each place, ascending */
	uint32_t tag_cnt;
	int16_t ip_off; /* of the firing's address, in the context */
};

struct abi_functions {
	const uint64_t *kaddrs; /* ascending */
	uint32_t cnt;
	/*
	 * Kernels tell the address of a firing only where a function begins.
	 * Elsewhere it is 8 bytes of the context at pc_off, where the processor
	 * is pc_past bytes further.
	 */
	bool is_by_pc;
	uint8_t pc_past;
	int16_t pc_off;
};

struct abi_number {
	struct abi_arg arg; /* CTX or KMEM */
	uint32_t none_tag;  /* what -1 there means, or 0: nothing */
};

struct abi_identity {
	enum abi_identity_kind kind;
	uint32_t tgid; /* CONST: the process; 0: any */
	union {
		struct abi_rows rows;
		struct abi_sites sites;
		struct abi_page page;
		struct abi_functions functions;
		struct abi_number number;
	};
};

/* When a program runs at all: what it finds out before its clauses. */
struct abi_filter {
	uint32_t active_state; /* enum rt_state in which it runs */
	uint32_t not_tgid; /* it does not run in this process; 0: in all */
	struct abi_launch launch;
	struct abi_when when[ABI_WHEN_MAX]; /* all of them */
	/* of an identity NUMBER: */
	struct abi_guard guard;
	struct abi_range left_out; /* without a guard: tags that do not count; last 0: none */
	const struct abi_guard *guards; /* of each clause; NULL: as above */
};

/* Of a function that begins with a loop. */
struct abi_loop {
	enum abi_back kind;
	bool is_arm64; /* what its tags are; else x86 */
	int16_t sp_off, flags_off; /* in the context */
	uint16_t same_bytes; /* of it, what jumps and signals leave as it is */
};

/* UPROBE, KPROBE, FENTRY at a function. */
struct abi_function {
	bool is_return; /* KPROBE, FENTRY: it has ended */
	bool is_entry;	/* a walk of frames begins in the function, and ... */
	/*
	 * ... misses the address it returns to, which this is. At a return:
	 * where it returned to.
	 */
	struct abi_arg caller;
	/*
	 * Entry of a function whose return is probed too: where the kernel
	 * has task_struct.utask and uprobe_task.depth. At ABI_RETURN_MAX the
	 * return will be left out, which is counted. depth_off 0: not asked.
	 */
	uint32_t utask_off, depth_off;
	/*
	 * FENTRY: where the function begins, by which a program finds it in
	 * the kernel's stack: kernels differ in how many frames of tracing are
	 * before it. 0: unknown.
	 */
	uint64_t kaddr;
	/* BTF_TP: type btf_trace_NAME of the kernel; FENTRY: the function */
	uint32_t btf_id;
	const char *btf_module; /* in whose BTF; NULL: the kernel's. Borrowed */
};

/*
 * Calls of functions on locks. Entry and return of a call are joined for each
 * thread, and with them what the thread does in between (lock_call.c).
 */
enum abi_lock_event {
	ABI_LOCK_NONE,
	ABI_LOCK_ENTER, /* without clauses: a call begins; its tag is kept */
	ABI_LOCK_LEAVE, /* it returns */
	ABI_LOCK_WAIT,	/* a system call that waits for the lock; with that tag */
	ABI_LOCK_EXIT,	/* without clauses: the thread ends */
	ABI_LOCK_UNLOCK, /* not joined: the entry of a call that will release */
};

/* At which of the calls a program of LEAVE runs its clauses. */
enum abi_lock_want {
	ABI_LOCK_ANY,
	ABI_LOCK_GOT,	 /* the result is one of those that mean success */
	ABI_LOCK_FAILED, /* it is neither that nor one of those ignored */
	ABI_LOCK_WAITED, /* WAIT fired */
};

/* Kinds of calls, as bits. */
enum {
	ABI_LOCK_MUTEX = 16,
	ABI_LOCK_READ = 32,
	ABI_LOCK_WRITE = 64,
};

enum abi_lock_field {
	ABI_LOCK_ADDRESS,
	ABI_LOCK_RESULT,
	ABI_LOCK_IS_GOT,
	ABI_LOCK_IS_WRITE,
	ABI_LOCK_IS_RECURSIVE, /* a mutex held, or still held, more than once */
	ABI_LOCK_IS_WRITER,    /* the running thread holds the rwlock alone */
};

enum { ABI_LOCK_RESULT_MAX = 4 };

/* How a C library lays out its locks; offsets in bytes. */
struct abi_lock_layout {
	int16_t type_off;      /* of a mutex's type */
	uint32_t type_mask;
	/* types that any thread can unlock */
	uint8_t free_types[ABI_LOCK_RESULT_MAX], free_type_cnt;
	/* types whose owner is in the lock word; of others it is at owner_off */
	uint32_t word_types;
	int16_t word_off, owner_off;
	int16_t count_off; /* it is above count_base if held more than once */
	uint8_t count_base;
	/* of an rwlock: the writer's thread, or a word whose low bits are that */
	int16_t writer_off;
	uint32_t writer_word; /* 0: a thread */
};

/* Where the kernel keeps the id of a thread in its own namespace. */
struct abi_own_tid {
	uint32_t pid_off;   /* task_struct.thread_pid; 0: unknown */
	uint32_t level_off; /* pid.level */
	uint32_t numbers_off, number_bytes; /* pid.numbers[level].nr */
};

struct abi_lock {
	enum abi_lock_event event;
	enum abi_lock_want want; /* LEAVE */
	uint8_t kinds;		 /* ENTER: one; WAIT: those that fire */
	/* ENTER: calls inside one for the same lock are part of it */
	bool has_inner;
	int16_t sp_off;		 /* ENTER, LEAVE: of the stack pointer */
	uint8_t sp_less;	 /* LEAVE: what it is above that at the entry */
	/* LEAVE: a call of the function has the tag at its ENTER less this */
	int32_t tag_less;
	uint8_t got_cnt, ignored_cnt;
	int32_t got[ABI_LOCK_RESULT_MAX], ignored[ABI_LOCK_RESULT_MAX];
	struct abi_arg address;	 /* ENTER, UNLOCK: of the lock; WAIT: of the word */
	struct abi_arg result;	 /* LEAVE; WAIT: what the system call does */
	/*
	 * UNLOCK: the call fails before it releases the lock unless these are a
	 * struct timespec and CLOCK_REALTIME or CLOCK_MONOTONIC
	 */
	struct abi_arg deadline, clock;
	const struct abi_lock_layout *layout;
	struct abi_own_tid own_tid;
};

/*
 * Words of the kernel that the processor watches, one of each CPU: a program
 * runs after a write to the word (watch.c).
 */
enum abi_watch_event {
	ABI_WATCH_NONE,
	/*
	 * RAW_TP, without clauses, run by hand on each CPU once it watches the
	 * word: arguments are `idx` and the address of the CPU's word
	 */
	ABI_WATCH_BEGIN,
	ABI_WATCH_WRITTEN, /* PERF_EVENT; counts_runs */
};

struct abi_watch {
	enum abi_watch_event event;
	uint8_t idx;	  /* WRITTEN: of the word, below RT_WATCH_MAX */
	int16_t addr_off; /* WRITTEN: of its address, in the context */
};

struct probe_abi {
	enum abi_context context;
	/* RAW_TP, BTF_TP: one of system calls, which the kernel calls otherwise */
	bool is_syscall_tp;
	enum abi_irq irq;
	enum abi_wait wait;
	/*
	 * PERF_EVENT: counts each run in CNT_RAN, also before and after
	 * tracing. The event has a count of its own: what it has more, the
	 * kernel ran no program for.
	 */
	bool counts_runs;
	struct abi_watch watch;
	struct abi_lock lock;
	uint32_t probe_tag; /* identity CONST; else, without names.tag_cnt, of one */
	struct abi_identity identity;
	struct abi_filter filter;
	struct abi_compat compat;
	struct abi_function function;
	struct abi_loop loop;
	struct abi_names names;
	/* of args[@idx] at a row of names; idx < ABI_WIDTH_MAX. Or NULL */
	int8_t (*width)(uint32_t row, unsigned int idx);
	struct abi_arg result;	/* of a system call, for errno; or NONE */
	struct abi_arg args[ABI_ARG_MAX];
};

#endif
