/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How generated code finds a probe's arguments: what a provider tells the
 * generator, and all it tells. No interpretation at run time: each argument
 * becomes straight code.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_PROBE_ABI_H
#define DTRACE_RUNTIME_CODEGEN_PROBE_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct type;

enum { ABI_ARG_MAX = 12 };

enum abi_arg_kind {
	ABI_ARG_NONE,  /* not there: reads 0 */
	ABI_ARG_CONST, /* value */
	ABI_ARG_CTX,   /* 8 bytes of the context at ctx_off */
	ABI_ARG_ADDR,  /* an address: [ctx_off] + value */
	ABI_ARG_MEM,   /* user memory at [ctx_off] + [index_off] * scale + value */
	ABI_ARG_KMEM,  /* kernel memory at [ctx_off] + value */
	/* [ctx_off] if the bits `value` of [index_off] are clear or set, else 0 */
	ABI_ARG_IF_CLEAR,
	ABI_ARG_IF_SET,
	ABI_ARG_BAD,   /* can't be read: a compile error when it is used */
};

struct abi_arg {
	enum abi_arg_kind kind;
	uint8_t size_bytes; /* 1, 2, 4, 8: governs */
	uint8_t shift_bits; /* CTX: the value starts at this bit (%ah: 8) */
	bool is_signed;
	int16_t ctx_off;    /* bytes; MEM: of the base register or -1 */
	int16_t index_off;  /* MEM: of the index register or -1 */
	uint8_t scale;
	uint8_t func;	    /* enum lib_func + 1 that it goes through; 0: none */
	int64_t value;	    /* CONST, MEM: displacement */
	const char *why;    /* BAD: static text */
	const struct type *type; /* of a tracepoint: the kernel's, or NULL */
};

enum abi_context {
	ABI_TEST_RUN,   /* BEGIN, END: raw_tp program, run by BPF_PROG_TEST_RUN */
	ABI_UPROBE,     /* struct pt_regs; sleepable when it copies user memory */
	ABI_PERF_EVENT, /* struct bpf_perf_event_data: struct pt_regs comes first */
	ABI_RAW_TP,     /* uint64_t[]: arguments of a tracepoint, just numbers */
	ABI_BTF_TP,     /* the same; KMEM through those that are pointers is cheap */
};

/* Probe tags, both ends included. */
struct abi_range {
	uint32_t first, last;
};

/* The tags at which something runs, ascending; cnt 0: at all. */
struct abi_guard {
	const struct abi_range *ranges;
	size_t cnt;
};

/* It runs when both are equal (or must differ); left.kind NONE: always. */
struct abi_when {
	struct abi_arg left, right;
	bool must_differ;
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
};

/* The names of a program's probes; name NULL: they are empty. */
struct abi_names {
	/* Fills *ret and returns true, or false: there is no such probe. */
	bool (*name)(void *arg, uint32_t tag, struct abi_name *ret);
	void *arg;
	uint32_t tag_cnt; /* tags are below; 0: only probe_tag */
};

/*
 * Which probe a firing is of, first that applies:
 *
 *	has_cookie	the attach cookie (bpf_get_attach_cookie): low 32 bits
 *			tag, high 32 bits the tgid to which the program must
 *			hold (0 = any process)
 *	tag_arg		kind CTX or KMEM: read at each firing
 *	probe_tag	constant; tgid, if not 0, is the process
 */
struct probe_abi {
	enum abi_context context;
	bool has_cookie;
	struct abi_arg tag_arg;
	uint32_t probe_tag;
	uint32_t tgid;		/* without a cookie: see above */
	uint32_t active_state;	/* enum rt_state in which it runs */
	struct abi_guard guard;	/* with tag_arg: of the whole program */
	const struct abi_guard *guards; /* of each clause; NULL: as above */
	/*
	 * Not 0: leaves when this bit is set in the 4 bytes at compat_off of
	 * the running task, which is then in a system call of a 32-bit kind.
	 */
	uint32_t compat_bit;
	uint16_t compat_off;
	struct abi_when when;
	struct abi_names names;
	uint32_t btf_id;	/* BTF_TP: type btf_trace_NAME of the kernel */
	struct abi_arg result;	/* of a system call, for errno; or NONE */
	struct abi_arg args[ABI_ARG_MAX];
};

#endif
