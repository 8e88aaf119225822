// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where the entry of a function is probed:
 *
 *	f3 0f 1e fa  endbr64
 *	55           push %rbp		  here, at +4
 *
 * The kernel emulates `push` but single-steps endbr64, which costs four times
 * as much. So the entry probe is on the instruction after endbr64, unless the
 * kernel refuses that instruction, or a branch within the function leads to it,
 * which would make each iteration look like a call. A function that jumps back
 * to its first byte has no place that only calls reach: the jumps are probed as
 * well.
 */
#include <elf.h>

#include "base/vec.h"
#include "runtime/provider/user_code/user_code.h"

enum { ENDBR_BYTES = 4 };

static bool is_endbr(const uint8_t *code, size_t len)
{
	return len > ENDBR_BYTES && code[0] == 0xf3 && code[1] == 0x0f &&
		code[2] == 0x1e && (code[3] == 0xfa || code[3] == 0xfb);
}

/* Whether all jumps back to the entry can be probed, as the entry can. */
static bool can_mark(const struct user_file *file, const struct user_func *func,
		     const struct code_loop *loop)
{
	for (size_t i = 0; i < loop->backs.cnt; i++)
		if (loop->backs.v[i].off == func->entry_off ||
		    user_file_is_in_rseq(file,
					 func->vaddr + loop->backs.v[i].off))
			return false;
	return true;
}

/* Applies the bits @begin of code_begin_find() to a function; takes @loop. */
static void place_loop(struct user_file *file, struct user_func *func,
		       unsigned int begin, struct code_loop *loop)
{
	if ((begin & CODE_BEGIN_LOOP) && can_mark(file, func, loop)) {
		vec_push(&file->loops, *loop);
		func->loop = (uint32_t)file->loops.cnt;
		return;
	}
	if (begin & (CODE_BEGIN_START | CODE_BEGIN_LOOP))
		func->refusal = CODE_REFUSAL_loop;
	code_loop_deinit(loop);
}

static void place_arm64(struct user_file *file, struct user_func *func,
			const uint8_t *code)
{
	struct code_loop loop = { 0 };
	unsigned int begin = code_begin_find(file->image.machine, code,
					     func->size_bytes, false, &loop);

	func->refusal = (uint8_t)code_insn_refusal(file->image.machine, code,
						   func->size_bytes);
	place_loop(file, func, begin, &loop);
}

static void place_x86(struct user_file *file, struct user_func *func,
		      const uint8_t *code)
{
	size_t len = func->size_bytes;
	struct code_loop loop = { 0 };
	bool has_endbr = is_endbr(code, len);
	unsigned int begin = code_begin_find(file->image.machine, code, len,
					     has_endbr, &loop);

	if (user_tables_have(file, func, code, func->vaddr))
		begin |= CODE_BEGIN_START;
	if (has_endbr &&
	    user_tables_have(file, func, code, func->vaddr + ENDBR_BYTES))
		begin |= CODE_BEGIN_BEHIND;
	func->entry_off = has_endbr ? ENDBR_BYTES : 0;
	if (func->entry_off &&
	    ((begin & CODE_BEGIN_BEHIND) ||
	     code_insn_refusal(file->image.machine, code + ENDBR_BYTES,
			       len - ENDBR_BYTES)))
		func->entry_off = 0;
	if (!func->entry_off)
		func->refusal = (uint8_t)code_insn_refusal(file->image.machine,
							   code, len);
	func->reads_return =
		code_reads_return(file->image.machine, code + func->entry_off,
				  len - func->entry_off);
	place_loop(file, func, begin, &loop);
}

enum code_refusal user_func_place(struct user_file *file,
				  struct user_func *func)
{
	const uint8_t *code;

	if (func->is_placed || func->refusal != CODE_OK)
		return func->refusal;
	func->is_placed = true;
	code = user_func_code(file, func);
	if (user_file_is_in_rseq(file, func->vaddr))
		func->refusal = CODE_REFUSAL_rseq;
	else if (!code)
		func->refusal = CODE_REFUSAL_cut;
	else if (file->image.machine == EM_X86_64 ||
		 file->image.machine == EM_386)
		place_x86(file, func, code);
	else if (file->image.machine == EM_AARCH64)
		place_arm64(file, func, code);
	return func->refusal;
}
