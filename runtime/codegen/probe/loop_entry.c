/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that begin with a loop. A call of such a function and a jump back
 * to its first byte hit the same probe; only the previously executed
 * instruction differs:
 *
 * f:	lea 3(%rax), %rax	entry: if marked, drop the mark, no firing
 *	dec %rdi
 *	jnz f			taken: marks { process, sp }
 *	ret
 *
 * After a marked jump the thread next executes the entry, with the same
 * registers, unless a signal comes in between, whose handler may call f with a
 * lower stack pointer. So marks have the stack pointer in their key. If the
 * handler does not return, a stale mark remains: it does not match a call,
 * whose other registers or flags differ.
 *
 * The key has no thread: a handler may save the registers for another thread
 * that continues there, which is how Go moves its goroutines.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/value/lvalue.h"

struct back_key {
	uint64_t process, sp;
};

static struct ir_val back_map(struct pgen *g)
{
	return gen_own_map(g, DYN_BACKS, sizeof(struct back_key),
			   sizeof(uint64_t));
}

static struct mem back_key(struct pgen *g)
{
	struct mem key = gen_frame_mem(g, sizeof(struct back_key));
	uint32_t process = ir_helper0(g->f, get_current_pid_tgid);

	ir_alu(g->f, BPF_RSH, process, val_imm(32));
	gen_mem_store(g, key, 8, val_reg(process));
	gen_mem_store(g, mem_at(key, offsetof(struct back_key, sp)), 8,
		      val_reg(gen_context_word(g, g->abi->loop.sp_off)));
	return key;
}

/* Returns a sum of all registers and flags, equal before and after a jump. */
static uint32_t registers_sum(struct pgen *g)
{
	uint32_t sum = gen_context_word(g, g->abi->loop.flags_off);

	ir_alu(g->f, BPF_AND, sum, val_imm(g->abi->loop.is_arm64 ?
						   ABI_BACK_ARM64_FLAGS :
						   ABI_BACK_FLAGS));
	for (int32_t off = 0; off < g->abi->loop.same_bytes; off += 8) {
		ir_alu(g->f, BPF_MUL, sum, val_imm(31));
		ir_alu(g->f, BPF_ADD, sum, val_reg(gen_context_word(g, off)));
	}
	return sum;
}

/* Returns @cnt bits of the tag, starting at bit @first. */
static uint32_t tag_bits(struct pgen *g, unsigned int first, unsigned int cnt)
{
	uint32_t bits = ir_copy(g->f, val_reg(g->firing.tag));

	ir_alu(g->f, BPF_RSH, bits, val_imm(first));
	ir_alu(g->f, BPF_AND, bits, val_imm((1 << cnt) - 1));
	return bits;
}

/* Returns the register whose number is known only at run time. */
static uint32_t numbered_reg(struct pgen *g, uint32_t number)
{
	struct ir_func *f = g->f;
	uint32_t value = ir_copy(f, val_imm(0));

	for (int32_t off = 0; off < g->abi->loop.same_bytes; off += 8) {
		uint32_t next = ir_label(f);

		ir_branch(f, BPF_JNE, number, val_imm(off / 8), next);
		ir_mov(f, value, val_reg(gen_context_word(g, off)));
		ir_bind(f, next);
	}
	return value;
}

static void check_arm64_taken(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t by_reg = ir_label(f), unless = ir_label(f), taken = ir_label(f);
	uint32_t table = ir_copy(f, val_reg(g->firing.tag)), flags, value;

	ir_branch(f, BPF_JSET, g->firing.tag, val_imm(ABI_BACK_ARM64_REG),
		  by_reg);
	flags = gen_context_word(g, g->abi->loop.flags_off);
	ir_alu(f, BPF_RSH, flags, val_imm(28));
	ir_alu(f, BPF_AND, flags, val_imm(15));
	ir_alu(f, BPF_RSH, table, val_reg(flags));
	ir_branch(f, BPF_JSET, table, val_imm(1), taken);
	ir_jump(f, g->firing.exit_label);
	ir_bind(f, by_reg);
	value = numbered_reg(g, tag_bits(g, 0, 5));
	ir_alu(f, BPF_LSH, value, val_reg(tag_bits(g, 5, 6)));
	ir_alu(f, BPF_RSH, value, val_reg(tag_bits(g, 11, 6)));
	ir_branch(f, BPF_JSET, g->firing.tag, val_imm(ABI_BACK_ARM64_UNLESS),
		  unless);
	ir_branch(f, BPF_JEQ, value, val_imm(0), g->firing.exit_label);
	ir_jump(f, taken);
	ir_bind(f, unless);
	ir_branch(f, BPF_JNE, value, val_imm(0), g->firing.exit_label);
	ir_bind(f, taken);
}

static void check_x86_taken(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t flags = gen_context_word(g, g->abi->loop.flags_off);
	uint32_t less = ir_copy(f, val_reg(flags));
	uint32_t unless = ir_copy(f, val_reg(g->firing.tag));
	uint32_t none = ir_label(f), taken = ir_label(f);

	/* overflow is bit 11, sign bit 7 */
	ir_alu(f, BPF_RSH, less, val_imm(4));
	ir_alu(f, BPF_XOR, less, val_reg(flags));
	ir_alu(f, BPF_RSH, less, val_imm(6));
	ir_alu(f, BPF_AND, less, val_imm(ABI_BACK_LESS));
	ir_alu(f, BPF_AND, flags, val_imm(~(int64_t)ABI_BACK_LESS));
	ir_alu(f, BPF_OR, flags, val_reg(less));
	ir_alu(f, BPF_AND, flags, val_reg(g->firing.tag));
	ir_alu(f, BPF_AND, flags, val_imm(ABI_BACK_UNLESS - 1));
	ir_alu(f, BPF_AND, unless, val_imm(ABI_BACK_UNLESS));
	ir_branch(f, BPF_JEQ, flags, val_imm(0), none);
	ir_branch(f, BPF_JNE, unless, val_imm(0), g->firing.exit_label);
	ir_jump(f, taken);
	ir_bind(f, none);
	ir_branch(f, BPF_JEQ, unless, val_imm(0), g->firing.exit_label);
	ir_bind(f, taken);
}

void gen_back_mark(struct pgen *g)
{
	struct mem key, value;
	uint32_t err;

	if (g->abi->loop.kind != ABI_BACK_MARK)
		return;
	/* leaves if the jump is not taken */
	if (g->abi->loop.is_arm64)
		check_arm64_taken(g);
	else
		check_x86_taken(g);
	key = back_key(g);
	value = gen_frame_mem(g, sizeof(uint64_t));
	gen_mem_store(g, value, 8, val_reg(registers_sum(g)));
	err = ir_helper(g->f, map_update_elem, back_map(g),
			gen_mem_addr(g, key), gen_mem_addr(g, value),
			val_imm(BPF_ANY));
	ir_branch(g->f, BPF_JEQ, err, val_imm(0), g->firing.exit_label);
	gen_count_cpu(g, CNT_DYN_DROPPED);
}

void gen_back_land(struct pgen *g)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t mark, sum, call;
	struct mem key;

	if (g->abi->loop.kind != ABI_BACK_LAND)
		return;
	call = ir_label(f);
	sum = ir_reg(f);
	key = back_key(g);
	mark = ir_helper(f, map_lookup_elem, back_map(g), gen_mem_addr(g, key));
	ir_branch(f, BPF_JEQ, mark, val_imm(0), call);
	ir_load(f, sum, val_reg(mark), 0, 8);
	ir_branch(f, BPF_JNE, sum, val_reg(registers_sum(g)), call);
	/*
	 * Removes the mark; counters are not available yet. No other probe of a
	 * process can be interrupted while it holds a bucket that this one
	 * needs, so this succeeds.
	 */
	ir_helper(f, map_delete_elem, back_map(g), gen_mem_addr(g, key));
	ir_jump(f, g->firing.exit_label);
	ir_bind(f, call);
	gen_temps_release(g, temps);
}
