/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A generated BPF program before it is linked and loaded: instructions,
 * references to maps and library functions by name, and for each instruction
 * the D text that it comes from. runtime/kernel turns it into a loaded program.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_IR_CODE_H
#define DTRACE_RUNTIME_CODEGEN_IR_CODE_H

#include <linux/bpf.h>
#include <stdbool.h>

#include "base/text/src.h"
#include "base/text/strbuf.h"
#include "base/vec.h"

/* The maps of a session. */
enum map_role {
	MAP_CONTROL,	   /* mmapable array, struct rt_control */
	MAP_COUNTERS,	   /* mmapable array, see rt_counter_off() */
	MAP_RING_HEADS,	   /* mmapable array: struct rt_ring per CPU */
	MAP_RINGS,	   /* mmapable array: chunks of all rings, record.h */
	MAP_BELL,	   /* ring buffer of the kernel: wakes the reader */
	MAP_SCRATCH,	   /* array: scratch slots, see gen_internal.h */
	MAP_AGG_UNKEYED,   /* mmapable array */
	MAP_AGG_SLOTS,	   /* mmapable array: per keyed aggregation and CPU */
	MAP_AGG_HASH,	   /* hash: key tuple -> u32 slot; one per keyed_idx */
	MAP_AGG_VALUES,	   /* mmapable array; one per keyed_idx */
	/* mmapable array, struct rt_free; if slots are recycled */
	MAP_AGG_FREE,
	MAP_AGG_FRONT,	   /* array: tables of key_cache.c */
	MAP_WATCHES,	   /* array: struct rt_watches of each CPU */
	MAP_SPEC,	   /* mmapable array: struct rt_spec_head, rt_spec[] */
	MAP_GLOBALS,	   /* mmapable array: cells of global variables */
	MAP_SELF, /* task storage, or hash by thread: self-> variables */
	MAP_SELF_NEW, /* array: initial element for a new thread in the hash */
	MAP_DYN,	   /* hash: key tuple -> element; one per dyn_layout */
	MAP_NAMES,	   /* mmapable array: names of probes by tag */
	MAP_UNWIND_SPACE,  /* mmapable array of chunks: common/unwind_abi.h */
	MAP_UNWIND_KNOWN,  /* hash: process -> struct unw_known */
	MAP_UNWIND_ASKED,  /* ring buffer: processes to examine */
	MAP_ROLE_CNT,
};

enum lib_func {
#define LIB_FUNC(name, arg_cnt) LIB_##name,
#include "runtime/bpf/lib.def"
#undef LIB_FUNC
	LIB_FUNC_CNT,
};

/*
 * Helpers that only programs for direct probes call (runtime/direct/), with
 * numbers that are none of the kernel's.
 */
enum {
	/*
	 * send(record, length, cpu) moves a finished record to the ring of that
	 * CPU; 0, or 1 if it is dropped.
	 */
	CODE_DIRECT_SEND = 0x7d01,
	/*
	 * string(to, bytes, address, size) fills @bytes, a multiple of 8, with
	 * the program's string at @address, cut to @size with its NUL, and
	 * zeros. Such a program runs only where the addresses are good:
	 * direct_target.string_args.
	 */
	CODE_DIRECT_STRING,
	/* length(address, size): of what string() would fill in */
	CODE_DIRECT_STRING_LENGTH,
	/*
	 * length(text, bytes) of what is in @bytes of memory, a multiple of 8,
	 * of which the last one is a NUL
	 */
	CODE_DIRECT_LENGTH,
	/* exit() tells the kernel that the session ends. */
	CODE_DIRECT_EXIT,
	/* tid() is the thread's id. */
	CODE_DIRECT_TID,
	/* self() is the block of the thread's variables: never 0 */
	CODE_DIRECT_SELF,
	/* the same, for one that is set: all of its group are, in this firing */
	CODE_DIRECT_SELF_SET,
};

enum code_ref_kind {
	REF_MAP,       /* ld_imm64: the map itself */
	REF_MAP_VALUE, /* ld_imm64: address of value + addend (arrays) */
	REF_LIB,       /* call of a library function */
	REF_SUBPROG,   /* call of a subprogram of this code */
	REF_SUBPROG_ADDR, /* ld_imm64: the address of one */
};

struct code_ref {
	enum code_ref_kind kind;
	uint32_t insn_idx;
	uint32_t target; /* enum map_role, enum lib_func, subprogram number */
	uint32_t index;	 /* map: keyed_idx, else 0 */
	uint32_t addend; /* REF_MAP_VALUE: bytes */
};

/* The code from this instruction on belongs to this D text. */
struct code_mark {
	uint32_t insn_idx;
	struct loc loc;		/* loc.src NULL: generated, e.g. the prologue */
	const char *comment;	/* static or in the arena; may be NULL */
};

/* Where a subprogram begins; [0] is the entry, at instruction 0. */
struct code_subprog {
	uint32_t insn_idx;
	const char *name;
	uint32_t arg_cnt;
	uint32_t id;	/* assigned by the generator */
	bool is_global; /* verified separately; takes only numbers, ... */
	bool has_ctx;	/* ... except that the first is the context */
};

struct code {
	VEC(struct bpf_insn) insns;
	VEC(struct code_ref) refs;
	VEC(struct code_mark) marks;
	VEC(struct code_subprog) subprogs;
	VEC(char) names; /* MAP_NAMES of a late program; empty: none */
	uint32_t prog_type;	     /* enum bpf_prog_type */
	uint32_t expected_attach_type;
	uint32_t attach_btf_id;	     /* function or tracepoint; 0: none */
	const char *attach_module;   /* module that contains it, or NULL */
	bool is_uprobe;		     /* KPROBE type: attached to processes */
	bool is_sleepable;
	bool has_error;		     /* a subprogram runs the clauses of ERROR */
	const char *name;	     /* for bpftool; up to 15 characters */
};

void code_deinit(struct code *code);
/* Disassembles, with D lines as comments, for -S and golden tests. */
void code_dump(const struct code *code, struct strbuf *sb);

#endif
