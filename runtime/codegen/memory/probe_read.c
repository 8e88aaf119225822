// SPDX-License-Identifier: BSD-2-Clause
/*
 * Reading of memory by bpf_probe_read_*(). Memory of the process can be absent:
 * a program that can sleep then brings it in and reads again; if that fails, or
 * in other programs, the clause faults. Words of the kernel and of the running
 * task are 0 if they are not readable.
 */
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/memory/memory.h"

uint32_t gen_user_addr(struct pgen *g, uint32_t uaddr)
{
	if (!g->abi->has_addr32)
		return uaddr;
	uaddr = ir_copy(g->f, val_reg(uaddr));
	ir_zext32(g->f, uaddr);
	return uaddr;
}

void gen_user_read(struct pgen *g, uint32_t func_id, struct mem dst,
		   struct ir_val bytes, uint32_t uaddr)
{
	struct ir_func *f = g->f;
	uint32_t ok = ir_label(f);
	struct ir_val args[3] = { gen_mem_addr(g, dst), bytes };
	uint32_t err;

	uaddr = gen_user_addr(g, uaddr);
	args[2] = val_reg(uaddr);
	err = ir_call(f, CALL_HELPER, func_id, args, 3);
	ir_branch(f, BPF_JSGE, err, val_imm(0), ok);
	if (g->mode.is_sleepable) {
		struct ir_val absent[] = { val_reg(uaddr), bytes };

		/* its result is ignored: the string may be shorter */
		ir_call(f, CALL_LIB, LIB_fault_in, absent, 2);
		args[0] = gen_mem_addr(g, dst);
		err = ir_call(f, CALL_HELPER, func_id, args, 3);
		ir_branch(f, BPF_JSGE, err, val_imm(0), ok);
	}
	gen_fault(g, FAULT_BADADDR, val_reg(uaddr));
	ir_bind(f, ok);
}

void gen_user_string(struct pgen *g, struct mem dst, uint32_t bytes,
		     struct ir_val size, uint32_t uaddr)
{
	if (g->abi->context == ABI_DIRECT) {
		struct ir_val args[] = { gen_mem_addr(g, dst), val_imm(bytes),
					 val_reg(uaddr), size };

		ir_call(g->f, CALL_HELPER, CODE_DIRECT_STRING, args, 4);
		return;
	}
	gen_zero(g, dst, bytes);
	gen_user_read(g, BPF_FUNC_probe_read_user_str, dst, size, uaddr);
}

uint32_t gen_kernel_word(struct pgen *g, uint32_t kaddr, int64_t off,
			 uint8_t size_bytes)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t reg = ir_reg(f);
	struct mem value = gen_frame_mem(g, 8);

	gen_zero(g, value, 8);
	ir_alu(f, BPF_ADD, kaddr, val_imm(off));
	ir_helper(f, probe_read_kernel, gen_mem_addr(g, value),
		  val_imm(size_bytes), val_reg(kaddr));
	ir_load(f, reg, value.base, value.off, 8);
	gen_temps_release(g, temps);
	return reg;
}

uint32_t gen_task_bit(struct pgen *g, uint32_t off, uint32_t bit)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t word = ir_reg(f), task;
	struct mem mem;

	if (g->abi->context == ABI_BTF_TP) {
		task = ir_helper0(f, get_current_task_btf);
		ir_load(f, word, val_reg(task), (int32_t)off, 4);
	} else {
		mem = gen_frame_mem(g, 8);
		gen_zero(g, mem, 8);
		task = ir_helper0(f, get_current_task);
		ir_alu(f, BPF_ADD, task, val_imm(off));
		ir_helper(f, probe_read_kernel, gen_mem_addr(g, mem),
			  val_imm(4), val_reg(task));
		ir_load(f, word, mem.base, mem.off, 4);
		gen_temps_release(g, temps);
	}
	ir_alu(f, BPF_AND, word, val_imm(bit));
	return word;
}
