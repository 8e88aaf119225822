/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/common/probe_access.h"
#include "runtime/provider/machine.h"

#if defined(__x86_64__)

const struct prov_machine prov_machine = {
	/* di si dx r10 r8 r9; orig_ax */
	.syscall_args = { 112, 104, 96, 56, 72, 64 },
	.syscall_number = 120,
	.syscall_number_bytes = 8,
	.syscall_sets = { 88, 128 }, /* cx ip */
	/* thread_info.status, TS_COMPAT: same place in all kernels from 5.11 */
	.compat_off = 16,
	.compat_bit = 2,
	/* bx cx dx si di bp */
	.compat_args = { 40, 88, 96, 104, 112, 32 },
	/* di si dx cx r8 r9; ax */
	.reg_args = { 112, 104, 96, 88, 72, 64 },
	.reg_arg_cnt = 6,
	.result = 80,
	.sp = 152,
	.stack_args = 8, /* after the return address */
	.kprobe_pc_past = 1, /* after int3, or as if: the kernel sets it so */
	/* ip; the low bits of cs, which are the privilege level */
	.pc = 128,
	.mode = 136,
	.mode_mask = 3,
	.watch_addr = 176, /* after the registers and the period */
	.is_child_returning = true,
};

#elif defined(__aarch64__)

const struct prov_machine prov_machine = {
	/* orig_x0 x1 to x5; syscallno */
	.syscall_args = { 272, 8, 16, 24, 32, 40 },
	.syscall_number = 280,
	.syscall_number_bytes = 4,
	/* thread_info.flags, TIF_32BIT */
	.compat_off = 0,
	.compat_bit = 1u << 22,
	/* x0 to x7 */
	.reg_args = { 0, 8, 16, 24, 32, 40, 48, 56 },
	.reg_arg_cnt = 8,
	.result = 0,
	.sp = 248,
	.stack_args = 0,
	.is_stack_final = true,
	.is_large_by_ref = true,
	/* pc; the mode in pstate: 0 is EL0 */
	.pc = 256,
	.mode = 264,
	.mode_mask = 15,
	.is_user_clear = true,
	/*
	 * x30; tracepoints: the loop over programs; frames of its call and its
	 * own
	 */
	.link = 240,
	.has_iter = true,
	.event_frames = 2,
};

#else
#error "where are the arguments of the kernel's functions?"
#endif

void prov_pc_args(struct abi_arg *args)
{
	const struct abi_arg in_program = {
		.kind = prov_machine.is_user_clear ? ABI_ARG_IF_CLEAR :
						ABI_ARG_IF_SET,
		.ctx_off = (int16_t)prov_machine.pc,
		.index_off = (int16_t)prov_machine.mode,
		.value = prov_machine.mode_mask,
	};

	args[1] = in_program;
	args[0] = in_program;
	args[0].kind = prov_machine.is_user_clear ? ABI_ARG_IF_SET :
					       ABI_ARG_IF_CLEAR;
}
