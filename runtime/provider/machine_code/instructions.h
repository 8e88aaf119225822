/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Machine code as the pid provider looks at it: bytes in, offsets out. Knows
 * nothing of files, probes or sessions, and includes nothing that includes
 * linux/bpf.h: the disassembler's header has types of the same names.
 *
 *	instructions.c	where instructions begin (capstone)
 *	exits.c	where an instruction leads
 *	pid_unsteppable.c	which instructions can't be probed
 *	branches.c	whether a function begins with a loop
 *	reach.c	what may be data
 */
#ifndef DTRACE_RUNTIME_PROVIDER_PID_INSN_H
#define DTRACE_RUNTIME_PROVIDER_PID_INSN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"

enum pid_refusal {
	PID_OK,
#define REFUSAL(name, reach, text) PID_REFUSAL_##name,
#include "runtime/provider/machine_code/pid_refusals.def"
#undef REFUSAL
	PID_REFUSAL_CNT,
};

/* A jump back to the first byte of its function. */
struct pid_back {
	uint32_t off;
	uint32_t taken; /* when: ABI_BACK_... */
};

/* A function of which a call and each round begin alike. */
struct pid_loop {
	VEC(struct pid_back) backs;
};

/* An instruction that may leave its function, other than a return. */
struct pid_exit {
	int64_t target; /* from the function's begin */
	bool is_known; /* else the target is not in the instruction */
	bool is_call;
	bool is_always; /* a jump without a condition */
	uint32_t off; /* of the instruction itself */
	bool by_table; /* not known, but one of a table in its function */
};

/* Instructions of a function. */
struct pid_insns {
	VEC(uint32_t) offs; /* where they begin, ascending */
	VEC(uint8_t) refusals; /* of each; of offset 0: as if it were inside */
	VEC(bool) are_last; /* of each: it does not go on to the next one */
	VEC(struct pid_exit) exits; /* ascending */
	uint32_t end_off; /* up to here it could be decoded */
	VEC(uint32_t) return_offs; /* of the return instructions */
};

/* -------------------------------------------------------------- instructions.c */

/*
 * Finds the instructions in @code, a function from its begin on. Returns 0, or
 * -errno with static text in *@why_ret: no disassembler for this machine.
 */
int pid_insns_find(struct pid_insns *insns, uint16_t machine,
		   const uint8_t *code, size_t len, const char **why_ret);
void pid_insns_deinit(struct pid_insns *insns);
/* The index of the instruction at @off, or -1. */
ssize_t pid_insns_at(const struct pid_insns *insns, uint32_t off);

/* -------------------------------------------------------------- reach.c */

/* Refuses what may be data in the function @code, where it has some. */
void pid_insns_refuse_data(struct pid_insns *insns, const uint8_t *code);

/* -------------------------------------------------------------- exits.c */

/* Whether the instruction at @off may lead out of the function's straight run. */
bool pid_exit_decode(uint16_t machine, const uint8_t *code, size_t len,
		     uint64_t off, struct pid_exit *ret);
/*
 * Whether the jump @code, after the instruction @before, takes its target
 * from a table as those of `switch` do.
 */
bool pid_exit_by_table(uint16_t machine, const uint8_t *before,
		       size_t before_len, const uint8_t *code, size_t len);

/* -------------------------------------------------------------- pid_unsteppable.c */

/* Why the instruction at @code, of at most @len bytes, can't be probed. */
enum pid_refusal pid_insn_refusal(uint16_t machine, const uint8_t *code,
				  size_t len);

/* Where it is between a load and a store that are exclusive, on arm64. */
struct pid_exclusive {
	unsigned int left; /* instructions at most until the store */
};

void pid_exclusive_init(struct pid_exclusive *run);
/* Of one instruction after the other: whether it stands between the two. */
bool pid_exclusive_has(struct pid_exclusive *run, const uint8_t *code,
		       size_t len);

/* ------------------------------------------------------------ branches.c */

/* Where branches of a function lead. */
enum {
	PID_BEGIN_START = 1, /* to its first byte */
	PID_BEGIN_LOOP = 2, /* likewise, and probes can tell it from a call */
	PID_BEGIN_BEHIND = 4, /* after endbr, if that is what it begins with */
};

/*
 * These bits of the function @code. *@loop_ret, all 0 before, is filled
 * for PID_BEGIN_LOOP and then the caller's: pid_loop_deinit().
 */
unsigned int pid_begin_find(uint16_t machine, const uint8_t *code, size_t len,
			    bool has_endbr, struct pid_loop *loop_ret);
void pid_loop_deinit(struct pid_loop *loop);

#endif
