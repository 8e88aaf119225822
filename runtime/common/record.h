/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data that generated code writes and the consumer reads: the only
 * interface between runtime/codegen and runtime/consume.
 *
 * A record is a struct rec_header followed by the data of all actions of one
 * clause, or branch of an if, at one firing, each at the offset that the record's
 * layout gives.
 * Layout numbers below REC_LAYOUT_FIRST are reserved:
 *
 *	REC_LAYOUT_ERROR  struct rec_error: a run-time fault
 *	REC_LAYOUT_KEY    struct rec_key + key bytes: a new aggregation key
 *	REC_LAYOUT_COMMIT struct rec_commit: a speculation was committed
 */
#ifndef DTRACE_RUNTIME_COMMON_RECORD_H
#define DTRACE_RUNTIME_COMMON_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lang/ast.h"
#include "runtime/common/unwind_abi.h"

struct rec_header {
	uint32_t layout_id;
	uint32_t probe_tag; /* which probe: low half of the attach cookie */
	uint32_t tgid;	    /* in dtrace's pid namespace */
	uint32_t prog_id;   /* which program of the session wrote it */
	/*
	 * CLOCK_MONOTONIC, just before it was sent, or before one of the same
	 * firing of the clause was whose text it continues
	 */
	uint64_t time_ns;
};

enum {
	REC_LAYOUT_ERROR = 0,
	REC_LAYOUT_KEY = 1,
	REC_LAYOUT_FIRST = 2,
};
/* not in the enum, whose type it would make unsigned */
#define REC_LAYOUT_COMMIT UINT32_MAX

/* Fault codes: DTRACEFLT_* of D. */
enum rec_fault {
	FAULT_UNKNOWN = 0,
	FAULT_BADADDR = 1,
	FAULT_BADALIGN = 2,
	FAULT_ILLOP = 3,
	FAULT_DIVZERO = 4,
	FAULT_NOSCRATCH = 5,
	FAULT_KPRIV = 6,
	FAULT_UPRIV = 7,
	FAULT_TUPOFLOW = 8,
	FAULT_BADSTACK = 9,
	FAULT_BADSIZE = 10,
	FAULT_BADINDEX = 11,
};

/*
 * The highest bits of the scratch addresses that scripts see. No address of the
 * machine begins like this, not even without its top byte.
 */
enum { SCRATCH_TAG = 0x5d80, SCRATCH_TAG_BITS = 16 };

struct rec_error {
	struct rec_header header;
	uint32_t clause_id;
	/* number of the statement in the clause, from 1; 0: the predicate */
	uint32_t action;
	uint32_t fault;	    /* enum rec_fault */
	int32_t offset;	    /* instruction, or -1 */
	uint64_t value;	    /* the address, size or index; 0 if none */
};

struct rec_key {
	struct rec_header header;
	uint32_t agg_id;    /* index into gen_result.aggs */
	uint32_t slot;
	/* key bytes follow: agg_layout.key_bytes of them */
};

/*
 * One use of a speculation: its id, and how many times the id was allocated. It
 * precedes the data of records that may be speculative; id 0: this one is not.
 */
struct rec_spec {
	uint32_t id;
	uint32_t generation;
};

struct rec_commit {
	struct rec_header header;
	struct rec_spec spec;
};

enum rec_kind {
	REC_INT,	/* 1, 2, 4 or 8 bytes */
	REC_STRING,	/* NUL-padded text */
	/* kernel addresses: shown as a function, as a module */
	REC_SYM,
	REC_MOD,
	/*
	 * addresses of a process, after its tgid (8 bytes each): shown as a
	 * function, as an object, as a function with an offset
	 */
	REC_USYM,
	REC_UMOD,
	REC_UADDR,
	/*
	 * frames of the kernel, padded with zeros. The last word is the frame
	 * after those that are shown, in case the first one belongs to the
	 * tracing itself.
	 */
	REC_STACK,
	/*
	 * tgid, then frames of that process; if the last one is not the
	 * outermost, UNW_CUT + enum unw_cut follows; UNW_EXACT marks frames
	 * that a signal interrupted
	 */
	REC_USTACK,
	REC_BYTES,	/* anything else: hex dump */
};

/* For dumps. */
static inline const char *rec_kind_name(enum rec_kind kind)
{
	static const char *const names[] = {
		[REC_INT] = "int",     [REC_STRING] = "string",
		[REC_SYM] = "sym",     [REC_MOD] = "mod",
		[REC_USYM] = "usym",   [REC_UMOD] = "umod",
		[REC_UADDR] = "uaddr", [REC_STACK] = "stack",
		[REC_USTACK] = "ustack", [REC_BYTES] = "bytes",
	};

	return names[kind];
}

/*
 * Whether a variable of this name holds the name of a process or of a part of a
 * probe.
 */
static inline bool rec_is_name(const char *variable)
{
	return !strcmp(variable, "execname") || !strcmp(variable, "probeprov") ||
	       !strcmp(variable, "probemod") || !strcmp(variable, "probefunc") ||
	       !strcmp(variable, "probename");
}

static inline bool rec_is_stack(enum rec_kind kind)
{
	return kind == REC_STACK || kind == REC_USTACK;
}

static inline bool rec_is_address(enum rec_kind kind)
{
	return kind >= REC_SYM && kind <= REC_USTACK;
}

static inline bool rec_is_user_address(enum rec_kind kind)
{
	return (kind >= REC_USYM && kind <= REC_UADDR) || kind == REC_USTACK;
}

/*
 * Follows the frames of a REC_USTACK whose copy_bytes are not 0, so that the
 * consumer can walk the stack itself. The first page is the one that the stack
 * pointer is in. All zero: there is no stack.
 */
enum { REC_STACK_PAGE_BYTES = 4096 };
#if defined(__aarch64__)
enum { REC_STACK_REG_CNT = 34, REC_STACK_REG_SP = 31 };
#else
enum { REC_STACK_REG_CNT = 21, REC_STACK_REG_SP = 19 };
#endif

struct rec_stack_copy {
	/* struct pt_regs, or its first part */
	uint64_t regs[REC_STACK_REG_CNT];
	uint64_t page_mask; /* bit 0: the first page could be read */
	uint8_t pages[];
};

/* One datum: in a record (offset from the header's end) or in a key. */
struct rec_field {
	enum rec_kind kind;
	uint32_t offset_bytes;
	uint32_t size_bytes;
	uint32_t copy_bytes; /* bytes of struct rec_stack_copy at its end */
	bool is_signed;
	bool is_name; /* a string that names a process or a part of a probe */
	/*
	 * A format of strftime(3), in the arena: the data are ns since 1970 (8
	 * bytes) and become a string when they are shown. Or NULL.
	 */
	const char *time_format;
	const struct type *type; /* borrowed; for messages and print() */
};

/* How many bytes fewer than a string of strsize it takes. */
static inline uint32_t rec_spared_bytes(const struct rec_field *field,
					uint32_t strsize_bytes)
{
	return field->kind == REC_STRING && field->size_bytes < strsize_bytes ?
		       strsize_bytes - field->size_bytes : 0;
}

/* One action of a clause, in program order. */
struct rec_item {
	enum action_kind action;
	const struct fmt *fmt;	  /* printf, printa: parsed; or NULL */
	struct rec_field *fields; /* its data */
	size_t field_cnt;
	uint32_t *agg_ids;	  /* printa: indexes into gen_result.aggs */
	size_t agg_cnt;
};

struct rec_layout {
	uint32_t id;		/* REC_LAYOUT_FIRST + index */
	const struct clause *clause; /* borrowed */
	uint32_t data_bytes;	/* after the header */
	bool is_default;	/* {}: only the firing is recorded */
	bool is_speculative;	/* data begins with a struct rec_spec */
	struct rec_item *items;
	size_t item_cnt;
	/*
	 * Records with actions on aggregations: the offset in the data of the
	 * time when the firing began, 8 bytes, the same in all records of a
	 * firing. 0: absent.
	 */
	uint32_t firing_off;
};

/*
 * One aggregation. Values: words of 64 bits, value_words of them per CPU:
 *
 *	count		number
 *	sum		sum, flag
 *	min, max	encoded value, flag; see agg_extreme_encode()
 *	avg		number, sum
 *	stddev		number, sum, sum of squares (low word, high word)
 *	quantize	127 buckets, flag
 *	lquantize,	buckets as lang/quantize_buckets.h says, flag
 *	llquantize
 *
 * A cell of zeros holds nothing. The flag is 1 when something was stored
 * that can leave the other words zero: any value of sum, the encoded value 0
 * of min and max, an explicit weight of the histograms.
 *
 * The reader takes the words out (exchange with 0, or subtraction where words
 * belong together: agg_read_steady()) and keeps the totals. So a
 * program must change each word by one atomic operation, and must not depend on
 * the value that a word had at an earlier firing.
 *
 * Without keys, the values are in the map of the unkeyed aggregations at
 * unkeyed_off + cpu * unkeyed_stride. With keys, a hash map gives
 * key -> slot (u32; or struct rt_key), and the value map of this aggregation
 * holds [slot][cell][value_words]; gen_env.cell_max determines the CPU of a
 * cell.
 *
 * A program can use 64 maps. So aggregations beyond the first ones share a hash
 * with all others whose tuples have the same size, and a value map with some;
 * the id and a zero, 8 bytes before the tuple, are then part of the key.
 */
struct agg_layout {
	const struct ident *ident; /* borrowed: name, function, parameters;
				      NULL: no program stores into it */
	uint32_t id;		   /* index into gen_result.aggs */
	struct rec_field *keys;
	size_t key_cnt;
	uint32_t key_bytes;	   /* whole tuple, padded to 8 */
	uint32_t value_words;
	uint32_t stmt_cnt;	   /* statements that store into it */
	uint32_t slot_max;	   /* number of slots in the value map; keyed */
	uint32_t slot_cnt; /* how many of them are used: 0 where no key fits */
	bool is_recycled;	   /* slots of truncated keys are used again */
	bool keeps_time;	   /* the hash has a struct rt_key, not a slot */
	bool is_shared; /* its maps are shared with other aggregations */
	uint32_t unkeyed_off;	   /* bytes */
	uint32_t keyed_idx;	   /* which pair of hash and value map */
};

/*
 * Rings that overwrite lose key records, so the hash stores when a key was
 * added.
 */
struct rt_key {
	uint32_t slot;
	uint32_t pad;
	uint64_t time_ns; /* CLOCK_MONOTONIC */
};

/*
 * The form in which min and max are stored: for both, the greater unsigned word
 * wins, and the least is 0, which a new cell holds. For max the encoding is its
 * own inverse; agg_extreme_decode() decodes both.
 */
static inline uint64_t agg_extreme_encode(bool is_min, int64_t value)
{
	uint64_t word = (uint64_t)value ^ (UINT64_C(1) << 63);

	return is_min ? ~word : word;
}

static inline int64_t agg_extreme_decode(bool is_min, uint64_t word)
{
	return (int64_t)((is_min ? ~word : word) ^ (UINT64_C(1) << 63));
}

/* ------------------------------------------------- memory shared by maps */

/* Life of a session, in control.state; programs compare it at each clause. */
enum rt_state {
	RT_STARTING = 0,  /* attached, BEGIN not finished: only BEGIN runs */
	RT_ACTIVE = 1,
	RT_EXITING = 2,	  /* exit() was called: nothing more runs */
	RT_ENDING = 3,	  /* only END runs */
	/* ^C, or no process is left: nothing more runs, and dtrace will see it */
	RT_STOPPING = 4,
};

enum { RT_SEEN_CNT = 256 }; /* a power of two */

/* Value of the control map: one page, mapped by the consumer. */
struct rt_control {
	uint32_t state;		/* enum rt_state */
	uint32_t reader_waits;	/* 1: the next record wakes the reader */
	/* 1: the reader was woken, and has not looked yet */
	uint64_t bell_rung;
	int64_t wall_offset_ns; /* CLOCK_REALTIME minus CLOCK_MONOTONIC */
	uint32_t agg_epoch;	/* grows when keys have lost their slots */
	int32_t exit_status;	/* of exit(), whose record can be dropped */
	uint64_t zero;		/* always 0, which the verifier does not know */
	/* indexed by the low bits of a number: see ABI_STEP_FIRST */
	uint64_t seen[RT_SEEN_CNT];
};

/* Words that a processor can watch; a power of two. */
enum { RT_WATCH_MAX = 4 };

/* The words that one CPU watches; see probe_abi.watch. */
struct rt_watches {
	/* value when last read, + 1; 0: not read yet */
	uint64_t last[RT_WATCH_MAX];
	uint64_t growth[RT_WATCH_MAX]; /* what the last write added */
};

/*
 * The ring of one CPU. Positions only grow, by multiples of 8. A program
 * reserves memory by a compare-and-exchange of the producer's position, writes
 * its record after the header word, and then the header word: the record's
 * length. While that is 0 the record is incomplete, and reading stops there.
 * The reader clears what it has read before it moves its own position.
 *
 *	position	| length, 8 bytes | record, padded to 8 |
 *
 * A ring consists of one chunk, or of a power of two (before Linux 6.2 a map
 * value is limited to 4 MB): position >> RT_RING_CHUNK_SHIFT & chunk_mask is the
 * chunk, the other bits are the place in it. A chunk is longer than its
 * positions, by the size of the largest record, so no record wraps: one that
 * begins in a chunk ends in it, and the positions that it covers in the next
 * chunk are not used.
 *
 * With bufpolicy=ring, nothing is read before the programs have ended, and a
 * ring always keeps the newest records. Positions then only decrease, so that
 * reading can begin at the newest record, and each leads to the next older one:
 *
 *	tip	| newest | ... | oldest | tip + ring_bytes, the tip's memory
 *
 * A program reserves memory by moving the tip down. It can be interrupted or
 * preempted before it has written its record; until then that memory must not be
 * reserved for the next round. So the tip also counts the programs that are
 * writing; all of them are on this CPU, to which they are bound. A program that
 * finds no other writer sets the floor, one ring below; no program reserves
 * memory under it (the record is dropped) until there is no writer again. A
 * program that comes between these two steps finds the previous floor, which is
 * higher. No word needs clearing, because nothing is read while programs write.
 */
struct rt_ring {
	uint64_t producer_pos;
	uint64_t ring_bytes;	/* of all chunks; a power of two */
	uint32_t first_chunk;	/* index among the chunks of all CPUs */
	uint32_t chunk_mask;	/* chunks - 1 */
	uint64_t tip;		/* position << RT_TIP_SHIFT | writers */
	uint64_t floor;		/* position << RT_TIP_SHIFT */
	uint64_t pad[3];
	/* written by the reader, so on a cache line of its own */
	uint64_t consumer_pos;
	uint64_t more_pad[7];
};

enum {
	RT_RING_HEADER_BYTES = 8,
	RT_RING_CHUNK_SHIFT = 16, /* if a ring has several */
	/* positions are multiples of 8: 12 bits are left for the writers */
	RT_TIP_SHIFT = 9,
	RT_TIP_WRITERS = (1 << 12) - 1,
};

/* How many positions of a ring are in one chunk. */
static inline uint32_t rt_ring_chunk_bytes(uint32_t ring_bytes)
{
	uint32_t most = 1u << RT_RING_CHUNK_SHIFT;

	return ring_bytes < most ? ring_bytes : most;
}

/* Bytes that a record of @len_bytes occupies. */
static inline uint32_t rt_ring_record_bytes(uint32_t len_bytes)
{
	return (len_bytes + RT_RING_HEADER_BYTES + 7) & ~7u;
}

/* Distance of two chunks in memory. */
static inline uint32_t rt_ring_chunk_stride(uint32_t ring_bytes,
					    uint32_t record_max_bytes)
{
	return rt_ring_chunk_bytes(ring_bytes) +
	       rt_ring_record_bytes(record_max_bytes);
}

/*
 * Counters of one clause in one program, per CPU (64-bit words). All except
 * CNT_NO_SCRATCH are counted only on request (-x counts). Completed firings are
 * not counted at all (an atomic addition is a fifth of what a firing may cost):
 * they are ENTERED minus all the others.
 */
enum rt_clause_counter {
	CNT_ENTERED,
	CNT_PRED_FALSE,
	CNT_COMPLETED,		/* always 0 in memory: derive it */
	CNT_FAULTED,
	CNT_NO_SCRATCH,		/* abandoned; also a principal drop */
	CNT_AFTER_EXIT,
	CNT_CLAUSE_CNT,
};

/* Counters of one CPU, before those of its clauses. */
enum rt_cpu_counter {
	CNT_REC_ATTEMPTED,	/* also only on request */
	CNT_REC_DROPPED,	/* principal drops */
	CNT_AGG_DROPPED,	/* no room for a key */
	CNT_KEY_REC_DROPPED,	/* the reader must walk the hash */
	CNT_ERR_ATTEMPTED,	/* also only on request; ERROR records */
	CNT_ERR_DROPPED,
	CNT_ERR_IN_ERROR,	/* faults of ERROR clauses: no record */
	CNT_DYN_DROPPED,	/* no room for a dynamic variable */
	CNT_RET_DROPPED,	/* returns that the kernel did not probe */
	CNT_MISSED,		/* firings within another function's program */
	CNT_BUSY,		/* not a count: 1 while such a program runs */
	CNT_RAN,		/* not a drop: runs of programs with counts_runs */
	CNT_CPU_CNT,
};

/*
 * The counter map holds, for each CPU, counter_stride bytes: CNT_CPU_CNT
 * words, then CNT_CLAUSE_CNT words for each counter row. A row is one
 * (program, clause).
 */
static inline uint32_t rt_counter_off(uint32_t row, uint32_t counter)
{
	return (CNT_CPU_CNT + row * CNT_CLAUSE_CNT + counter) * 8;
}

/*
 * The map of slots holds, for each pair of hash and value map (keyed_idx),
 * 1 + cpu_max words of 64 bits: the next slot that was never given out (so
 * the number of used slots, spares included), then for each CPU a spare
 * slot + 1, or 0. This is the offset in bytes of its first word.
 */
static inline uint32_t rt_slots_off(uint32_t keyed_idx, uint32_t cpu_max)
{
	return keyed_idx * (1 + cpu_max) * 8;
}

/*
 * The map of free slots: the reader adds them, programs take them. It is a ring
 * of (slot + 1), with positions that only increase; 0 is an empty place. A
 * program that reads a place before the reader has filled it skips it, which
 * the reader notices.
 */
struct rt_free {
	uint64_t taken, given; /* positions, modulo slot_max */
	uint64_t slots[];
};

/* ------------------------------------------------------------ speculations */

/*
 * The map of speculations is a struct rt_spec_head, then a struct rt_spec for
 * each id; id 0 is never used. Free ids form a list. A program that takes one
 * adds 1 to its generation and makes it active; speculate() adds the bytes of
 * its record; commit() and discard() end it. A discarded id is free at once; a
 * committed one is busy until the reader has seen the record of the commit.
 */
struct rt_spec_head {
	uint64_t free;		/* low half: first free id, or 0; high half:
				   changes with each use of the list */
	uint64_t busy_cnt;
	uint64_t dropped_cnt;	/* records that did not fit */
	/* speculation() returned 0: some ids were busy */
	uint64_t failed_busy_cnt;
	uint64_t failed_none_cnt; /* ... and none was */
	uint64_t pad[3];
};

struct rt_spec {
	uint64_t word;		/* generation << 32 | bits | bytes */
	uint64_t next;		/* free: the next free id, or 0 */
};

/* Bits of rt_spec.word. */
enum {
	RT_SPEC_ACTIVE = 1 << 30,
	RT_SPEC_LEFT = 1 << 29,	/* ended, but the reader must free it */
	RT_SPEC_BYTES = (1 << 29) - 1,
};

static inline uint32_t rt_spec_off(uint32_t id)
{
	return (uint32_t)(sizeof(struct rt_spec_head) +
			  id * sizeof(struct rt_spec));
}

#endif
