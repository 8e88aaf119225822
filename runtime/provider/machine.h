/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Facts of this machine for the providers of kernel probes: the layout of the
 * kernel's struct pt_regs, in bytes. (Traced programs may be for another
 * machine: see sdt/regs.h and user_code/calling_convention.c.)
 */
#ifndef DTRACE_RUNTIME_PROVIDER_MACHINE_H
#define DTRACE_RUNTIME_PROVIDER_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

enum { MACHINE_SYSCALL_ARGS = 6, MACHINE_REG_ARGS_MAX = 8 };

struct prov_machine {
	/*
	 * in a system call: the arguments, still present at its return; its
	 * number
	 */
	uint16_t syscall_args[MACHINE_SYSCALL_ARGS];
	uint16_t syscall_number;
	uint8_t syscall_number_bytes; /* -1 when there is none */
	/* two words that the instruction sets to one value; 0: there are none */
	uint16_t syscall_sets[2];

	/*
	 * The bit, in the 4 bytes at compat_off of a task (which begins with
	 * its thread_info), that is set in a 32-bit system call.
	 */
	uint16_t compat_off;
	uint32_t compat_bit;
	/*
	 * arguments of a 32-bit call, 4 bytes each; 0: its table is not known
	 */
	uint16_t compat_args[MACHINE_SYSCALL_ARGS];

	/* a kernel function: numbers, pointers and structs up to 16 bytes */
	uint8_t reg_args[MACHINE_REG_ARGS_MAX];
	uint8_t reg_arg_cnt;
	uint8_t result, sp;
	uint8_t stack_args; /* offset of the first stack argument from sp */
	/* after one stack argument, all others are on the stack */
	bool is_stack_final;
	bool is_large_by_ref; /* larger structs are passed by address */

	/* how far a kprobe's saved pc is past the probe's address */
	uint8_t kprobe_pc_past;

	/* interrupted code */
	uint16_t pc;
	uint16_t mode, mode_mask; /* two bytes that tell what was interrupted */
	/* these bits are 0 in programs, otherwise in the kernel */
	bool is_user_clear;

	/* stacks of the kernel */
	/*
	 * register of the return address at a function's first byte; 0: on the
	 * stack
	 */
	uint16_t link;
	/* a tracepoint always calls its loop over the programs */
	bool has_iter;
	/* frames of tracing where a trace event's record is made */
	uint8_t event_frames;

	/*
	 * Offset of the word's address in struct bpf_perf_event_data, after a
	 * write to a watched word. 0: this processor stops before the write,
	 * and would never complete atomic writes.
	 */
	int16_t watch_addr;

	/* a new thread begins by returning from its system call */
	bool is_child_returning;
};

extern const struct prov_machine prov_machine;

struct abi_arg;

/*
 * Sets the first two arguments of a probe whose context is the interrupted
 * code's registers: arg0 is the pc if that was kernel code, arg1 if it was a
 * program; the other one is 0.
 */
void prov_pc_args(struct abi_arg *args);

#endif
