/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How generated code finds a probe's arguments. This is everything that a
 * provider tells the generator. Nothing is interpreted at run time: each
 * argument becomes straight-line code.
 */
#ifndef DTRACE_RUNTIME_COMMON_PROBE_ACCESS_H
#define DTRACE_RUNTIME_COMMON_PROBE_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct type;

enum { ABI_ARG_MAX = 20, ABI_WHEN_MAX = 6, ABI_WHEN_VALUE_MAX = 16 };

enum { ABI_STACK_MAX = 4 };

enum { ABI_PAGE_MASK = 0xfff };
/*
 * The highest bit is always set, because the program compares these words by
 * their upper half.
 */
#define ABI_PAGE_TAG(event_idx, addr, tag)                                     \
	(1ull << 63 | (uint64_t)(event_idx) << 44 |                            \
	 ((uint64_t)(addr) & ABI_PAGE_MASK) << 32 | (uint32_t)(tag))

/*
 * Places that are traced in several processes at once. A program ignores
 * firings in processes that are not in the list.
 */
struct abi_rows {
	const uint64_t *tgids; /* ABI_ROW | tgid, ascending */
	uint32_t tgid_cnt;     /* 0: there are no such places */
	const uint64_t *tags;  /* [row][tgid_cnt]: the tag there or ABI_NO_TAG */
	uint32_t row_cnt;
};

#define ABI_ROW (1ull << 63)
#define ABI_NO_TAG (~0ull)

/* A program for a stack of numbers, which is empty at the start. */
enum abi_step_kind {
	ABI_STEP_CTX,	/* push the word of the context at offset `value` */
	ABI_STEP_TASK,	/* push the address of the running task */
	ABI_STEP_CPU,	/* push the number of the running CPU */
	/* push field `value` (enum abi_wait_field) of the wait */
	ABI_STEP_WAIT,
	ABI_STEP_CONST, /* push `value` */
	ABI_STEP_KMEM,	/* top = kernel memory at top + `value` */
	ABI_STEP_ADD,	/* pop a number and add it to the top */
	ABI_STEP_MUL,	/* top *= value */
	ABI_STEP_AND,
	ABI_STEP_NEG,
	/* top = result of function `value` (enum lib_func) for top */
	ABI_STEP_CALL,
	ABI_STEP_FIRST, /* top = 0 if top was here before: rt_control.seen */
};

/*
 * Fields of the running thread's wait for the object that word 0 of the context
 * points to.
 */
enum abi_wait_field {
	ABI_WAIT_KIND,	    /* word 1 of the context at the latest begin */
	ABI_WAIT_SLEPT_NS,
	ABI_WAIT_SPUN_NS,
	ABI_WAIT_HAS_SLEPT, /* 1: it has slept, even if for 0 ns */
};

/* What a program without clauses does with waits: see kernel_lock_wait.c. */
enum abi_wait {
	ABI_WAIT_NONE,
	ABI_WAIT_BEGIN,
	ABI_WAIT_END,	 /* runs before the programs that read its fields */
	ABI_WAIT_FORGET, /* runs after them */
};

struct abi_step {
	enum abi_step_kind kind;
	uint8_t size_bytes; /* CTX, KMEM */
	bool is_signed;
	uint8_t shift_bits, width_bits; /* KMEM of a bit-field: width not 0 */
	int64_t value;
};

/*
 * How many nested pending returns the kernel tracks for each thread
 * (MAX_URETPROBE_DEPTH, uprobes.h).
 */
enum { ABI_RETURN_MAX = 64 };

enum abi_arg_kind {
	ABI_ARG_NONE,  /* absent: reads as 0 */
	ABI_ARG_CONST, /* value */
	ABI_ARG_CTX,   /* 8 bytes of the context at ctx_off */
	ABI_ARG_FIELD, /* exactly size_bytes of the context at ctx_off */
	ABI_ARG_INNER, /* kernel address of the context + ctx_off */
	/* the same + value + the lower half of the 4 bytes at ctx_off */
	ABI_ARG_LOCATED,
	ABI_ARG_ADDR,  /* the address [ctx_off] + value */
	ABI_ARG_MEM,   /* user memory at [ctx_off] + [index_off] * scale + value */
	ABI_ARG_KMEM,  /* kernel memory at [ctx_off] + value */
	/* [ctx_off] if the bits `value` of [index_off] are clear or set, else 0 */
	ABI_ARG_IF_CLEAR,
	ABI_ARG_IF_SET,
	ABI_ARG_STEPS, /* the number that the steps leave on the stack */
	/* described by struct abi_site, looked up at each firing */
	ABI_ARG_SITE,
	/* field `value` (enum abi_lock_field): see struct abi_lock */
	ABI_ARG_LOCK,
	ABI_ARG_GROWTH, /* what was added to the word: see struct abi_watch */
	ABI_ARG_BAD,   /* can't be read: a compile error when it is used */
};

struct abi_arg {
	enum abi_arg_kind kind;
	uint8_t size_bytes; /* 1, 2, 4 or 8: the width of the value */
	uint8_t shift_bits; /* CTX: the value starts at this bit (%ah: 8) */
	bool is_signed;
	bool is_result;	    /* CTX: of a system call; see argument.c */
	bool is_addr32;	    /* MEM: of a 32-bit program: the sum has 32 bits */
	int16_t ctx_off;    /* bytes; MEM: of the base register or -1 */
	int16_t index_off;  /* MEM: of the index register or -1 */
	uint8_t scale;
	uint8_t func; /* enum lib_func + 1: function to apply to it; 0: none */
	int64_t value;	    /* CONST, MEM: displacement */
	const char *why;    /* BAD: static text */
	const struct abi_step *steps; /* STEPS */
	size_t step_cnt;
	/* of a tracepoint: the kernel's type, or NULL */
	const struct type *type;
};

/*
 * One of the sites that share a program although their arguments are in
 * different places, which are NONE, CONST, CTX, ADDR or MEM.
 */
struct abi_site {
	uint32_t tag;
	/* only those of kind ABI_ARG_SITE are used */
	struct abi_arg args[ABI_ARG_MAX];
};

/*
 * The offset of the result, after all arguments, in the context of a FENTRY
 * program at a return.
 */
enum { ABI_FENTRY_RESULT = 120 };

enum abi_context {
	/* BEGIN, END: a raw_tp program, run by BPF_PROG_TEST_RUN */
	ABI_TEST_RUN,
	ABI_UPROBE, /* struct pt_regs; may be sleepable: gen_set_type() */
	ABI_KPROBE, /* struct pt_regs of the kernel, at one of its functions */
	/* struct bpf_perf_event_data, which begins with struct pt_regs */
	ABI_PERF_EVENT,
	/* uint64_t[]: arguments of a tracepoint, as plain numbers */
	ABI_RAW_TP,
	/* the same with types: KMEM through the pointers is cheap */
	ABI_BTF_TP,
	/* the record of a trace event: only its fields can be read */
	ABI_TRACE_EVENT,
	/*
	 * A kernel function, by a BPF trampoline: CTX is an argument (its
	 * number times 8) or, if is_return, ABI_FENTRY_RESULT. Not for programs
	 * that must be split, nor for those that read the kernel's stack unless
	 * the function's address is known.
	 */
	ABI_FENTRY,
	/* int64_t[]: arguments, in the traced program itself: runtime/direct/ */
	ABI_DIRECT,
};

/* Does it fire while an interrupt is served? */
enum abi_irq {
	ABI_IRQ_UNKNOWN,
	ABI_IRQ_NEVER,
	ABI_IRQ_ALWAYS,
};

/*
 * Functions that begin with a loop: a jump back to the entry marks the thread;
 * the entry ignores a firing for which it finds the mark (loop_entry.c).
 */
enum abi_back {
	ABI_BACK_NONE,
	/* a program without clauses; the tag: ABI_BACK_... below */
	ABI_BACK_MARK,
	ABI_BACK_LAND,
};

/*
 * The condition of a jump. x86: it is taken if one of these flags is set (LESS:
 * if the sign and overflow flags differ); with UNLESS, if none is; so with
 * UNLESS alone, always.
 */
/* the flags that instructions set by their results */
#define ABI_BACK_FLAGS	0x8d5
#define ABI_BACK_LESS	2u /* this bit of the flags register is always 1 */
#define ABI_BACK_UNLESS (1u << 16)
/*
 * arm64: the jump is taken if bit N of the tag is set, where N is the number
 * that the four flags form; with REG, if `register << left >> right` is not 0
 * (with UNLESS: if it is 0). Register 31 is 0.
 */
#define ABI_BACK_ARM64_FLAGS (-(INT64_C(1) << 28))
#define ABI_BACK_ARM64_REG   (1u << 18)
#define ABI_BACK_ARM64_UNLESS (1u << 17)
#define ABI_BACK_REG_BITS(reg, left, right) \
	((uint32_t)(reg) | (uint32_t)(left) << 5 | (uint32_t)(right) << 11)

/* Probe tags from first to last, inclusive. */
struct abi_range {
	uint32_t first, last;
};

/* The tags at which something runs, ascending; cnt 0: all tags. */
struct abi_guard {
	const struct abi_range *ranges;
	size_t cnt;
};

/*
 * How many arguments can have a width: the number of bytes that count, negative
 * if signed; 0: all bytes.
 */
enum { ABI_WIDTH_MAX = 8 };

/*
 * Commands that have not started yet. Until then their processes are copies of
 * dtrace, and what they do is not traced. PF_FORKNOEXEC in task_struct.flags
 * identifies them.
 */
struct abi_launch {
	uint32_t flags_off;   /* 0: unknown */
	const uint32_t *tgids; /* borrowed */
	size_t cnt;
};

/*
 * 32-bit system calls: in one, this bit is set in the 4 bytes at `off` of the
 * running task. bit 0: not needed.
 */
struct abi_compat {
	uint32_t bit;
	uint16_t off;
	/*
	 * The tag is tag_add + the call's number, and then at least tag_min
	 * (see names.high_tag). 0: the program ignores such calls.
	 */
	uint32_t tag_add, tag_min;
	uint32_t none_tag;	   /* as none_tag of struct abi_number */
	struct abi_guard numbers;  /* of the tags in the program's guard */
	/* ABI_WIDTH_MAX of them; NULL: as in other calls */
	const struct abi_arg *args;
};

/*
 * A condition for the program to run: `left CODE right`, where CODE is that of
 * a BPF jump (JEQ, JNE, JSGT, JSLT); or `left` equals one of several values.
 * left.kind NONE: always true.
 */
struct abi_when {
	uint8_t code;
	uint8_t value_cnt; /* number of alternatives to `right`, in `values` */
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

/* The four names of a probe. */
struct abi_name {
	const char *fields[ABI_FIELD_CNT]; /* borrowed, for the session */
	bool has_pid; /* the process id is appended to the provider's name */
	uint32_t id;  /* its number, if abi_names has no id() */
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
	/* tags are less than this; 0: there is only probe_tag */
	uint32_t tag_cnt;
	/*
	 * If not 0: tags below high_row are row numbers, and those from
	 * high_tag on stand for the rows from high_row on. tag_cnt is then the
	 * number of rows.
	 */
	uint32_t high_tag, high_row;
	/*
	 * Not NULL: a tag that has no row is a number, whose function is named
	 * by these 8 characters and the number (see compat).
	 */
	const char *number_prefix;
	/*
	 * For numbers that are assigned on demand, or that differ between
	 * processes: returns the number of a tag in process @tgid; @tgid 0: in
	 * the processes for which own_ids() has none. Both functions may be
	 * NULL.
	 */
	uint32_t (*id)(void *arg, uint32_t tag, uint32_t tgid);
	/* Sorted by key, borrowed; the same result at each call. */
	const struct abi_own_id *(*own_ids)(void *arg, size_t *cnt_ret);
};

/* The tag that belongs to a row of a table. */
static inline uint32_t abi_row_tag(const struct abi_names *names, uint32_t row)
{
	return names->high_tag && row >= names->high_row ?
		       names->high_tag + row - names->high_row : row;
}

/* How a program finds out which probe fired, and in which process. */
enum abi_identity_kind {
	ABI_ID_CONST,	 /* always probe_tag; see `tgid` */
	/*
	 * The attach cookie (bpf_get_attach_cookie): the low 32 bits are the
	 * tag, the high 32 bits the process that it is limited to (0: any).
	 */
	ABI_ID_COOKIE,
	/*
	 * The same or, if the cookie has the bit ABI_ROW, the row of a table
	 * that has a tag for each of many processes.
	 */
	ABI_ID_ROWS,
	/* The cookie's low 32 bits are the number of a site, which has a tag. */
	ABI_ID_SITES,
	/*
	 * UPROBE: the cookie's low 32 bits are the number (below 2^19) of an
	 * event with many places, whose addresses all differ in the last 12
	 * bits.
	 */
	ABI_ID_PAGE,
	/* KPROBE: the position of the function (bpf_get_func_ip) in a list */
	ABI_ID_FUNCTION,
	/*
	 * a number that is read at each firing, such as that of a system call
	 */
	ABI_ID_NUMBER,
};

struct abi_sites {
	const struct abi_site *v;
	uint32_t cnt;
};

struct abi_page {
	const uint64_t *tags; /* ABI_PAGE_TAG() of each place, ascending */
	uint32_t tag_cnt;
	int16_t ip_off; /* offset of the firing's address in the context */
};

struct abi_functions {
	const uint64_t *kaddrs; /* ascending */
	uint32_t cnt;
	/*
	 * The kernel reports the address of a firing only at the start of a
	 * function. Elsewhere it is computed from the 8 bytes of the context at
	 * pc_off, which are pc_past bytes too high.
	 */
	bool is_by_pc;
	uint8_t pc_past;
	int16_t pc_off;
};

struct abi_number {
	struct abi_arg arg; /* CTX or KMEM */
	uint32_t none_tag;  /* the tag that number -1 stands for; 0: none */
	/*
	 * A call whose number is indeed -1: it has failed with ENOSYS, and
	 * these two, which the instruction sets, are equal. NONE: such calls
	 * can't be told from those of none_tag.
	 */
	struct abi_arg set_by_call[2];
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

/* Whether a program runs at all: what it checks before its clauses. */
struct abi_filter {
	uint32_t active_state; /* the enum rt_state in which it runs */
	uint32_t not_tgid; /* it ignores this process; 0: none */
	struct abi_launch launch;
	struct abi_when when[ABI_WHEN_MAX]; /* all of them must hold */
	/* of an identity NUMBER: */
	struct abi_guard guard;
	/* without a guard: the tags to ignore; last 0: none */
	struct abi_range left_out;
	/* one for each clause; NULL: all use `guard` */
	const struct abi_guard *guards;
};

/* At a function that begins with a loop. */
struct abi_loop {
	enum abi_back kind;
	bool is_arm64; /* its tags are those of arm64, else of x86 */
	int16_t sp_off, flags_off; /* offsets in the context */
	/* how much of the context is unchanged by jumps and signals */
	uint16_t same_bytes;
};

/* At a function: UPROBE, KPROBE, FENTRY. */
struct abi_function {
	bool is_return; /* KPROBE, FENTRY: it has returned */
	bool is_entry;	/* a walk of frames begins in this function, and ... */
	/*
	 * ... misses its return address, which is this. At a return: the
	 * address that it returned to.
	 */
	struct abi_arg caller;
	/*
	 * UPROBE: some of the functions begin with these four bytes, and their
	 * entry is probed after them (entry_address.c). 0: none of them.
	 */
	uint32_t landing_pad;
	/*
	 * At the entry of a function whose return is also probed: the offsets
	 * of task_struct.utask and uprobe_task.depth. If the depth is
	 * ABI_RETURN_MAX, the kernel will miss the return, which is counted.
	 * depth_off 0: not checked.
	 */
	uint32_t utask_off, depth_off;
	/*
	 * FENTRY: the function's address, by which a program recognises its
	 * frame in the kernel's stack: the number of tracing frames before it
	 * depends on the kernel. 0: unknown.
	 */
	uint64_t kaddr;
	/*
	 * BTF_TP: the id of type btf_trace_NAME; FENTRY: that of the function
	 */
	uint32_t btf_id;
	/* the module whose BTF has it; NULL: the kernel's own. Borrowed */
	const char *btf_module;
};

/*
 * Calls of lock functions. The entry and the return of a call, and its system
 * calls in between, are associated by thread (user_lock_call.c).
 */
enum abi_lock_event {
	ABI_LOCK_NONE,
	ABI_LOCK_ENTER, /* no clauses: a call begins; its tag is remembered */
	ABI_LOCK_LEAVE, /* the call returns */
	ABI_LOCK_WAIT, /* a system call of it waits for the lock; has its tag */
	ABI_LOCK_EXIT,	/* no clauses: the thread ends */
	/* independent of the others: entry of a call that will release */
	ABI_LOCK_UNLOCK,
};

/* For which calls a LEAVE program runs its clauses. */
enum abi_lock_want {
	ABI_LOCK_ANY,
	ABI_LOCK_GOT,	 /* the result means success */
	ABI_LOCK_FAILED, /* the result is neither that nor one to ignore */
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
	int16_t type_off;      /* of the mutex's type */
	uint32_t type_mask;
	/* types that any thread may unlock */
	uint8_t free_types[ABI_LOCK_RESULT_MAX], free_type_cnt;
	/*
	 * types whose owner is in the lock word; for others it is at owner_off
	 */
	uint32_t word_types;
	int16_t word_off, owner_off;
	int16_t count_off; /* greater than count_base if held more than once */
	uint8_t count_base;
	/*
	 * of an rwlock: the writer's thread id, or a word with this value in
	 * its low bits
	 */
	int16_t writer_off;
	uint32_t writer_word; /* that value; 0: it is a thread id */
};

/* Offsets of a thread's id in its own namespace. */
struct abi_own_tid {
	uint32_t pid_off;   /* task_struct.thread_pid; 0: unknown */
	uint32_t level_off; /* pid.level */
	uint32_t numbers_off, number_bytes; /* pid.numbers[level].nr */
};

struct abi_lock {
	enum abi_lock_event event;
	enum abi_lock_want want; /* LEAVE */
	uint8_t kinds;		 /* ENTER: one; WAIT: those that fire */
	/* ENTER: calls within a call for the same lock belong to it */
	bool has_inner;
	int16_t sp_off;		 /* ENTER, LEAVE: offset of the stack pointer */
	uint8_t sp_less; /* LEAVE: how much higher it is than at the entry */
	/* LEAVE: the tag here, less this, is that of the call's ENTER */
	int32_t tag_less;
	uint8_t got_cnt, ignored_cnt;
	int32_t got[ABI_LOCK_RESULT_MAX], ignored[ABI_LOCK_RESULT_MAX];
	/* ENTER, UNLOCK: the lock's address; WAIT: the futex word's */
	struct abi_arg address;
	/* LEAVE: the result; WAIT: the futex operation */
	struct abi_arg result;
	/*
	 * UNLOCK: the call fails without releasing the lock unless these are a
	 * struct timespec and CLOCK_REALTIME or CLOCK_MONOTONIC.
	 */
	struct abi_arg deadline, clock;
	const struct abi_lock_layout *layout;
	struct abi_own_tid own_tid;
};

/*
 * Kernel variables with a word for each CPU, which the processor watches: a
 * program runs after each write to the word (watchpoint.c).
 */
enum abi_watch_event {
	ABI_WATCH_NONE,
	/*
	 * RAW_TP, no clauses: run explicitly on each CPU once the CPU watches
	 * its word; the arguments are `idx` and the word's address.
	 */
	ABI_WATCH_BEGIN,
	ABI_WATCH_WRITTEN, /* PERF_EVENT; counts_runs */
};

struct abi_watch {
	enum abi_watch_event event;
	uint8_t idx; /* WRITTEN: the word's number, less than RT_WATCH_MAX */
	/* WRITTEN: offset of the word's address in the context */
	int16_t addr_off;
};

/* RAW_TP: the probe fires for each element of a list of the kernel. */
struct abi_list {
	/*
	 * Number of the tracepoint's arguments; for the probe, the element's
	 * address is another one after them. 0: there is no list.
	 */
	uint8_t word_cnt;
	bool has_loop; /* the kernel has bpf_loop() */
	uint16_t next_off; /* bytes in the element: where the next one is */
	struct abi_arg first;
};

struct probe_abi {
	enum abi_context context;
	struct abi_list list;
	/*
	 * RAW_TP, BTF_TP: a system call tracepoint, which the kernel calls in
	 * another way
	 */
	bool is_syscall_tp;
	enum abi_irq irq;
	enum abi_wait wait;
	/*
	 * PERF_EVENT: counts each run in CNT_RAN, also before and after
	 * tracing. The event has its own counter: the difference is the number
	 * of firings for which the kernel ran no program.
	 */
	bool counts_runs;
	/* UPROBE: it has no clauses; exit() in a traced program runs it. */
	bool ends_session;
	/*
	 * DIRECT: its process has that, and firings that end after exit() run
	 * it.
	 */
	bool tells_end;
	/*
	 * UPROBE, at the stub of a direct probe: where the context has the
	 * address of its arguments. If that is 0, nothing has fired: the
	 * program sets the self-> variables of its clauses to 0. 0: no stub.
	 */
	int16_t no_args_off;
	/*
	 * It fires in a 32-bit program: addresses of the process have 32 bits,
	 * and arguments without a type, which may be such, are sign-extended.
	 */
	bool has_addr32;
	struct abi_watch watch;
	struct abi_lock lock;
	/*
	 * identity CONST; otherwise, if names.tag_cnt is 0, the tag of one of
	 * the probes
	 */
	uint32_t probe_tag;
	struct abi_identity identity;
	struct abi_filter filter;
	struct abi_compat compat;
	struct abi_function function;
	struct abi_loop loop;
	struct abi_names names;
	/*
	 * The width of args[@idx], where @idx is less than ABI_WIDTH_MAX, for
	 * the probe in this row of the table of names. Gets names.arg. May be
	 * NULL.
	 */
	int8_t (*width)(void *arg, uint32_t row, unsigned int idx);
	struct abi_arg result;	/* of a system call, for errno; or NONE */
	struct abi_arg args[ABI_ARG_MAX];
};

#endif
