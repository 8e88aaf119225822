// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where a function finds its arguments, its result and the address of its
 * caller.
 *
 *	x86-64 entry	arg0-5 = di si dx cx r8 r9, arg6- = 8(%rsp) ...
 *	       return	result = ax
 *	i386 entry	arg0-  = 4(%esp) ...
 *	     return	result = ax
 *	arm64 entry	arg0-7 = x0 ... x7, arg8- = (sp) ...
 *	      return	result = x0
 */
#include <elf.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <asm/ptrace.h>

#include "runtime/provider/user_code/user_code.h"

static const struct user_convention conventions[] = {
#if defined(__x86_64__)
#define AT(reg) offsetof(struct pt_regs, reg)
	{ EM_X86_64, 8, { AT(rdi), AT(rsi), AT(rdx), AT(rcx), AT(r8), AT(r9) },
	  6, AT(rip), AT(rsp), AT(rax), -1, 8, 0xfa1e0ff3 /* endbr64 */ },
	{ EM_386, 4, { 0 }, 0, AT(rip), AT(rsp), AT(rax), -1, 4,
	  0xfb1e0ff3 /* endbr32 */ },
#undef AT
#elif defined(__aarch64__)
#define AT(n) offsetof(struct user_pt_regs, regs[n])
	{ EM_AARCH64, 8, { AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6),
	  AT(7) }, 8, offsetof(struct user_pt_regs, pc),
	  offsetof(struct user_pt_regs, sp), AT(0), AT(30), 0, 0 },
#undef AT
#endif
};

const struct user_convention *user_convention(uint16_t machine)
{
	for (size_t i = 0; i < sizeof(conventions) / sizeof(conventions[0]);
	     i++)
		if (conventions[i].machine == machine)
			return &conventions[i];
	return NULL;
}

const struct user_convention *user_convention_largest(void)
{
	return &conventions[0];
}

struct abi_arg user_entry_arg(const struct user_convention *conv, unsigned int idx)
{
	struct abi_arg arg = {
		.kind = ABI_ARG_MEM,
		.size_bytes = conv->word_bytes,
		.is_signed = true,
		.ctx_off = conv->sp,
		.index_off = -1,
		.value = conv->stack_off,
	};

	if (idx < conv->reg_cnt) {
		arg.kind = ABI_ARG_CTX;
		arg.ctx_off = conv->regs[idx];
		arg.value = 0;
	} else {
		arg.value += (int64_t)(idx - conv->reg_cnt) * conv->word_bytes;
	}
	return arg;
}

struct abi_arg user_caller_arg(const struct user_convention *conv, bool is_entry)
{
	bool is_stack = is_entry && conv->link < 0;

	return (struct abi_arg){
		.kind = is_stack ? ABI_ARG_MEM : ABI_ARG_CTX,
		.size_bytes = conv->word_bytes,
		.ctx_off = is_stack ? conv->sp :
			is_entry ? conv->link : conv->ip,
		.index_off = -1,
	};
}
