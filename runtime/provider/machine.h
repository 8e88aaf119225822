/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Facts of this machine for the providers of kernel probes: the layout of the
 * kernel's struct pt_regs, in bytes. (Traced programs may be for another
 * machine: see sdt/regs.h and user_code/convention.c.)
 */
#ifndef DTRACE_RUNTIME_PROVIDER_MACHINE_H
#define DTRACE_RUNTIME_PROVIDER_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

enum { MACHINE_SYSCALL_ARGS = 6, MACHINE_REG_ARGS_MAX = 8 };

struct prov_machine {
	/* in a system call: arguments that its return still has, and its number */
	uint16_t syscall_args[MACHINE_SYSCALL_ARGS];
	uint16_t syscall_number;
	uint8_t syscall_number_bytes; /* -1 when there is none */

	/*
	 * The bit in the 4 bytes at compat_off of a task (with its thread_info
	 * it begins) that is set in a system call of a 32-bit kind.
	 */
	uint16_t compat_off;
	uint32_t compat_bit;
	/* arguments of such a call, 4 bytes each; 0: its table is not known */
	uint16_t compat_args[MACHINE_SYSCALL_ARGS];

	/* a function of the kernel: numbers, pointers, structs up to 16 bytes */
	uint8_t reg_args[MACHINE_REG_ARGS_MAX];
	uint8_t reg_arg_cnt;
	uint8_t result, sp;
	uint8_t stack_args; /* the first argument on the stack, from sp */
	bool is_stack_final;  /* after one on the stack, all others are too */
	bool is_large_by_ref; /* larger structs are passed by address */

	uint8_t kprobe_pc_past; /* pc of a kprobe's registers, less its address */

	/* an interrupt */
	uint16_t pc;
	uint16_t mode, mode_mask; /* in two bytes that say what it interrupted */
	bool is_user_clear; /* these bits are 0 in a program, else in the kernel */

	/* stacks of the kernel */
	uint16_t link; /* the caller where a function begins; 0: it is on the stack */
	bool has_iter; /* a tracepoint always goes through its loop of programs */
	uint8_t event_frames; /* the tracing's own, where records are made */

	/*
	 * A write to a watched word: the word's address in struct
	 * bpf_perf_event_data. 0: the processor stops before it writes, and
	 * can't repeat writes that need the bus for themselves
	 */
	int16_t watch_addr;

	/* where a new thread first is: it returns from its system call, too */
	bool is_child_returning;
};

extern const struct prov_machine prov_machine;

struct abi_arg;

/*
 * Sets the first two arguments of a probe whose context is the registers of
 * what it interrupted: arg0 is where the kernel was, arg1 where a program was;
 * the other one is 0.
 */
void prov_pc_args(struct abi_arg *args);

#endif
