/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Addresses and stacks: the consumer turns these values into text, so records
 * and keys hold them as they are.
 *
 *	sym(a)		a
 *	usym(a)		tgid a
 *	stack(3)	pc pc pc spare	of the kernel; zeros after the last
 *	stack(1)	pc 0 0 spare	where another clause stores stack(3)
 *	ustack(3)	tgid pc pc pc
 *
 * A process's stack is walked by its unwind tables (unwind.c); the kernel's,
 * and stacks without tables, by the kernel, which follows frame pointers. In D
 * the stack is that of the code that fires: at a tracepoint the kernel's,
 * starting with the function that contains it; at a user probe there is no
 * kernel stack; in BEGIN and END there is none at all.
 *
 * With -x ustackunwind, ustack(3) in a record also has the registers and some
 * pages of the stack, which the consumer walks by the program's unwind tables;
 * the frames found by the kernel serve as the fallback.
 *
 * uregs[] are the registers with which the process will continue: at a user
 * probe those of the probe's context, elsewhere those saved on the kernel's
 * stack.
 */
#include <string.h>

#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/record/stack.h"
#include "runtime/codegen/record/unwind.h"
#include "runtime/codegen/record/uregs.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/lvalue.h"
#include "runtime/codegen/value/value.h"

/* Returns the call or variable that gives the value, as in `(x, stack())`. */
static const struct node *address_call(const struct node *node)
{
	while (node->kind == NODE_COMMA || node->kind == NODE_ASSIGN)
		node = node->kind == NODE_COMMA ? node->binary.right :
						  node->binary.left;
	return node;
}

/* The row of a variable; if no clause assigns to it, its type decides. */
static unsigned int variable_row(const struct node *node)
{
	const struct ident *ident = gen_var_ident(node);
	const struct type *type = type_resolve(node->type);

	if (ident->has_addr)
		return ident->addr_row;
	if (type->kind == TYPE_STACK)
		return strcmp(type->name, "stack") == 0 ? SUBR_stack :
							  SUBR_ustack;
	return type->kind == TYPE_SYMADDR ? SUBR_sym : SUBR_usym;
}

static const struct name_gen *address_name(const struct node *node)
{
	const struct name_gen *name;
	enum type_kind kind;

	node = address_call(node);
	if (node->kind == NODE_CALL) {
		name = gen_name(node);
		return name && rec_is_address(name->kind) ? name : NULL;
	}
	if (!node->type || !gen_is_var(node))
		return NULL;
	kind = type_resolve(node->type)->kind;
	return kind == TYPE_STACK || kind == TYPE_SYMADDR ||
	       kind == TYPE_USYMADDR ? gen_subr(variable_row(node)) : NULL;
}

bool gen_is_pc(const struct node *node)
{
	return address_name(node) != NULL;
}

enum rec_kind gen_pc_kind(const struct node *node)
{
	return address_name(node)->kind;
}

/* ------------------------------------------------------------------ stacks */

static uint32_t frame_cnt(const struct gen *gen, const struct node *call)
{
	const struct node *arg = call->call.args;
	const struct gen_env *env = &gen->env;
	uint64_t cnt = call->call.ident->row == SUBR_stack ?
			       env->stack_frames :
		       call->call.ident->row == SUBR_ustack ?
			       env->ustack_frames :
			       env->jstack_frames;

	if (arg)
		cnt = arg->integer.value;
	return cnt < env->max_frames ? (uint32_t)cnt : env->max_frames;
}

/* Functions of the program itself between its entry and the current one. */
static uint64_t own_calls(const struct pgen *g)
{
	uint64_t cnt = g->mode.is_cut;

	if (g->mode.is_error)
		cnt += 1 + (uint64_t)g->mode.is_cut;
	return cnt;
}

static uint64_t raw_tp_frames(const struct pgen *g)
{
	const struct gen_env *env = &g->gen->env;

	return env->raw_tp_frames ? env->raw_tp_frames(env->host_arg,
							g->abi->is_syscall_tp) :
				    RAW_TP_FRAMES_MIN;
}

static uint64_t kernel_skip(const struct pgen *g)
{
	switch (g->abi->context) {
	case ABI_RAW_TP:
	case ABI_BTF_TP:
		return raw_tp_frames(g) + own_calls(g);
	case ABI_TRACE_EVENT:
		return g->gen->env.event_frames;
	case ABI_TEST_RUN:
	case ABI_FENTRY:
	case ABI_UPROBE:
	case ABI_KPROBE:
	case ABI_PERF_EVENT:
	case ABI_DIRECT:
		break;
	}
	return 0;
}

/*
 * The number of frames up to the function that a trampoline serves; at a
 * return, the stack begins with its caller. How many of them belong to tracing
 * depends on the kernel, so the function is searched among the first ones.
 * Since Linux 7 the trampoline is jumped to, not called: then the function has
 * no frame, and there are only those of the program and the trampoline. Returns
 * a register.
 */
static uint32_t frames_until_caller(struct pgen *g)
{
	enum {
		FRAME_CNT = 4,
		/*
		 * the call is within this many bytes from the function's start
		 */
		ENTRY_BYTES = 16,
		JUMPED_CNT = 2,
	};
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	struct mem frames = gen_frame_mem(g, FRAME_CNT * 8);
	uint32_t kaddr = ir_copy(f, val_imm((int64_t)g->abi->function.kaddr));
	uint32_t cnt = ir_reg(f), found = ir_label(f);

	gen_zero(g, frames, FRAME_CNT * 8);
	ir_helper(f, get_stack, val_reg(g->firing.ctx), gen_mem_addr(g, frames),
		  val_imm(FRAME_CNT * 8), val_imm(0));
	for (int i = 0; i < FRAME_CNT; i++) {
		uint32_t off = ir_reg(f);

		ir_mov(f, cnt, val_imm(i + 1));
		ir_load(f, off, frames.base, frames.off + i * 8, 8);
		ir_alu(f, BPF_SUB, off, val_reg(kaddr));
		ir_branch(f, BPF_JLT, off, val_imm(ENTRY_BYTES), found);
	}
	ir_mov(f, cnt, val_imm(JUMPED_CNT));
	ir_bind(f, found);
	gen_temps_release(g, temps);
	return cnt;
}

/* Where the kernel's stack begins for D: flags of bpf_get_stack(). */
static struct ir_val kernel_flags(struct pgen *g, uint64_t skip)
{
	uint32_t cnt;

	if (g->abi->context != ABI_FENTRY || !g->abi->function.kaddr)
		return val_imm((int64_t)(kernel_skip(g) + skip));
	cnt = frames_until_caller(g);
	ir_alu(g->f, BPF_ADD, cnt, val_imm((int64_t)skip));
	return val_reg(cnt);
}

/*
 * Stores the frames after the first @skip in @bytes at @dst and clears the
 * rest. Returns a register with the number of bytes stored, or a negative
 * number (then all is cleared), as for a kernel thread's user stack.
 */
static uint32_t get_stack(struct pgen *g, bool is_user, uint64_t skip,
			  struct mem dst, uint32_t bytes)
{
	struct ir_val flags =
		is_user ? val_imm((int64_t)(BPF_F_USER_STACK | skip)) :
			  kernel_flags(g, skip);

	if (g->mode.is_cut && !gen_cut_has_ctx(g))
		g->gen->wants_ctx = true;
	/* kernels differ in how many frames belong to tracing */
	if (!is_user && g->abi->context == ABI_FENTRY &&
	    !g->abi->function.kaddr)
		g->found.wants_kprobe = true;
	return ir_helper(g->f, get_stack, val_reg(g->firing.ctx),
			 gen_mem_addr(g, dst), val_imm(bytes), flags);
}

/* Is this the stack of a function's first byte? */
static bool is_at_entry(const struct pgen *g, bool is_user)
{
	return g->abi->function.is_entry && is_user == (g->abi->context == ABI_UPROBE);
}

/*
 * At its first byte a function has no frame yet, so a walk skips the caller;
 * some kernels look at the instruction and handle that. Jumps to @known if the
 * second frame, in @frame, is the caller; else returns a register with it.
 */
static uint32_t caller_unless(struct pgen *g, struct mem frame, uint32_t known)
{
	uint32_t own = ir_copy(g->f, val_reg(gen_abi_value(g,
							   &g->abi->function.caller)));
	uint32_t second = ir_reg(g->f);

	ir_load(g->f, second, frame.base, frame.off, 8);
	ir_branch(g->f, BPF_JEQ, second, val_reg(own), known);
	return own;
}

static void insert_caller(struct pgen *g, bool is_user, struct mem dst,
			  uint32_t bytes)
{
	struct ir_func *f = g->f;
	uint32_t known = ir_label(f), own, first = ir_reg(f);

	ir_load(f, first, dst.base, dst.off, 8);
	ir_branch(f, BPF_JEQ, first, val_imm(0), known);
	own = caller_unless(g, mem_at(dst, 8), known);
	if (bytes > 16)
		get_stack(g, is_user, 1, mem_at(dst, 16), bytes - 16);
	gen_mem_store(g, mem_at(dst, 8), 8, val_reg(own));
	ir_bind(f, known);
}

/*
 * At a tracepoint with several programs there is one frame more, of the loop
 * over them. The consumer, who knows symbols, removes it.
 */
static bool has_spare_frame(const struct pgen *g)
{
	return kernel_skip(g) > 0 || g->abi->context == ABI_TRACE_EVENT;
}

static struct gen_unwind make_unwind(struct pgen *g, uint32_t max)
{
	return (struct gen_unwind){
		.regs = gen_saved_regs(g),
		.max = max,
		.is_entry = is_at_entry(g, true),
	};
}

/* Stores the stack as the kernel walks it. */
static void store_walked(struct pgen *g, bool is_user, struct mem dst,
			 uint32_t bytes)
{
	uint32_t own_bytes =
		is_user || has_spare_frame(g) ? bytes : bytes - 8;

	if (!gen_has_stack(g))
		own_bytes = 0;
	else
		get_stack(g, is_user, 0, dst, own_bytes);
	if (gen_has_stack(g) && is_at_entry(g, is_user) && own_bytes >= 16)
		insert_caller(g, is_user, dst, own_bytes);
	gen_zero(g, mem_at(dst, (int32_t)own_bytes), bytes - own_bytes);
}

/* Stores the stack as the tables say, or else as the kernel walks it. */
static void store_unwound(struct pgen *g, struct mem dst, uint32_t bytes)
{
	uint32_t done = ir_label(g->f), other = ir_label(g->f);
	struct gen_unwind unwind = make_unwind(g, bytes / 8);

	gen_unwind(g, &unwind, dst, bytes, other);
	ir_jump(g->f, done);
	ir_bind(g->f, other);
	store_walked(g, true, dst, bytes);
	ir_bind(g->f, done);
}

/*
 * A function that begins with a landing pad is probed after it; its stack
 * begins with the function, as the others do. Instead of the pad's first byte
 * there is a breakpoint if offset 0 is probed as well.
 */
static void move_to_entry(struct pgen *g, struct mem frame)
{
	enum { PAD_BYTES = 4 };
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	struct mem pad = gen_frame_mem(g, 8);
	uint32_t entry = ir_reg(f), found = ir_reg(f), done = ir_label(f), err;

	ir_load(f, entry, frame.base, frame.off, 8);
	ir_alu(f, BPF_SUB, entry, val_imm(PAD_BYTES));
	err = ir_helper(f, probe_read_user, gen_mem_addr(g, pad),
			val_imm(PAD_BYTES), val_reg(entry));
	ir_branch(f, BPF_JNE, err, val_imm(0), done);
	ir_load(f, found, pad.base, pad.off, PAD_BYTES);
	ir_alu(f, BPF_RSH, found, val_imm(8));
	ir_branch(f, BPF_JNE, found,
		  val_imm(g->abi->function.landing_pad >> 8), done);
	gen_mem_store(g, frame, 8, val_reg(entry));
	ir_bind(f, done);
	gen_temps_release(g, temps);
}

static void store_frames(struct pgen *g, bool is_user, struct mem dst,
			 uint32_t bytes)
{
	if (is_user && gen_unwinds(g))
		store_unwound(g, dst, bytes);
	else
		store_walked(g, is_user, dst, bytes);
	if (is_user && g->abi->function.landing_pad)
		move_to_entry(g, dst);
}

static void store_tgid(struct pgen *g, struct mem dst)
{
	uint32_t tgid = ir_copy(
		g->f, val_reg(gen_firing_value(g, FIRING_PID_TGID)));

	ir_alu(g->f, BPF_RSH, tgid, val_imm(32));
	gen_mem_store(g, dst, 8, val_reg(tgid));
}

/* ------------------------------------------------------------------ values */

uint32_t gen_pc_bytes(const struct gen *gen, const struct node *node)
{
	const struct node *call = address_call(node);

	if (call->kind != NODE_CALL && type_size_bytes(call->type))
		return (uint32_t)type_size_bytes(call->type);
	if (call->kind != NODE_CALL)
		return gen_var_string_bytes(gen, gen_var_ident(call));
	switch (gen_pc_kind(node)) {
	case REC_INT:
	case REC_STRING:
	case REC_BYTES:
	case REC_SYM:
	case REC_MOD:
		break;
	case REC_USYM:
	case REC_UMOD:
	case REC_UADDR:
		return 16;
	case REC_STACK:
	case REC_USTACK:
		return frame_cnt(gen, call) * 8 + 8;
	}
	return 8;
}

/*
 * A key and a variable are as long as the longest value that any clause stores.
 * The spare frame is at the end of that, apart from the frames of a shorter
 * value, so it is found without knowing how many frames were wanted.
 */
static void move_spare(struct pgen *g, struct mem dst, uint32_t own_bytes,
		       uint32_t bytes)
{
	struct mem end = mem_at(dst, (int32_t)own_bytes - 8);
	uint32_t spare = ir_reg(g->f);

	ir_load(g->f, spare, end.base, end.off, 8);
	gen_mem_store(g, mem_at(dst, (int32_t)bytes - 8), 8, val_reg(spare));
	gen_mem_store(g, end, 8, val_imm(0));
}

static void store_stack(struct pgen *g, const struct node *node, struct mem dst,
			uint32_t bytes)
{
	uint32_t own_bytes = gen_pc_bytes(g->gen, node);

	if (own_bytes > bytes)
		own_bytes = bytes;
	gen_zero(g, mem_at(dst, (int32_t)own_bytes), bytes - own_bytes);
	if (gen_pc_kind(node) == REC_USTACK) {
		store_tgid(g, dst);
		store_frames(g, true, mem_at(dst, 8), own_bytes - 8);
		return;
	}
	store_frames(g, false, dst, own_bytes);
	if (own_bytes < bytes)
		move_spare(g, dst, own_bytes, bytes);
}

static void copy_variable(struct pgen *g, const struct node *node,
			  struct mem dst, uint32_t bytes)
{
	uint32_t have = gen_pc_bytes(g->gen, node);

	gen_bytes(g, node, dst, have < bytes ? have : bytes);
	if (have >= bytes)
		return;
	gen_zero(g, mem_at(dst, (int32_t)have), bytes - have);
	if (gen_pc_kind(node) == REC_STACK)
		move_spare(g, dst, have, bytes);
}

static void store_address(struct pgen *g, const struct node *call,
			  struct mem dst)
{
	uint32_t addr = gen_expr(g, call->call.args);

	if (rec_is_user_address(gen_pc_kind(call))) {
		store_tgid(g, dst);
		dst = mem_at(dst, 8);
		addr = gen_user_addr(g, addr);
	}
	gen_mem_store(g, dst, 8, val_reg(addr));
}

void gen_pc(struct pgen *g, const struct node *node, struct mem dst,
	    uint32_t bytes)
{
	enum rec_kind kind = gen_pc_kind(node);

	for (; node->kind == NODE_COMMA; node = node->binary.right)
		gen_effect(g, node->binary.left);
	if (node->kind != NODE_ASSIGN)
		node = address_call(node);
	if (node->kind != NODE_CALL)
		copy_variable(g, node, dst, bytes);
	else if (rec_is_stack(kind))
		store_stack(g, node, dst, bytes);
	else
		store_address(g, node, dst);
}

void gen_pc_exact(struct pgen *g, const struct node *node, struct mem dst,
		  uint32_t bytes)
{
	gen_pc_check_key(g, node);
	gen_pc(g, node, dst, bytes);
	if (gen_pc_kind(node) == REC_STACK)
		gen_zero(g, mem_at(dst, (int32_t)bytes - 8), 8);
}

const struct name_gen gen_subr_stack = { .kind = REC_STACK };
const struct name_gen gen_subr_ustack = {
	.walks_user = true,
	.kind = REC_USTACK,
};
const struct name_gen gen_subr_jstack = {
	.walks_user = true,
	.kind = REC_USTACK,
};
const struct name_gen gen_subr_sym = { .kind = REC_SYM };
const struct name_gen gen_subr_func = { .kind = REC_SYM };
const struct name_gen gen_subr_mod = { .kind = REC_MOD };
const struct name_gen gen_subr_usym = { .kind = REC_USYM };
const struct name_gen gen_subr_ufunc = { .kind = REC_USYM };
const struct name_gen gen_subr_umod = { .kind = REC_UMOD };
const struct name_gen gen_subr_uaddr = { .kind = REC_UADDR };

/* ------------------------------------------------------- callers and depths */

/*
 * Returns the second frame; a function that has returned has no frame of its
 * own.
 */
static uint32_t caller(struct pgen *g, bool is_user)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t reg = ir_reg(f);
	struct mem pc;

	if (!gen_has_stack(g))
		return ir_copy(f, val_imm(0));
	pc = gen_frame_mem(g, 8);
	get_stack(g, is_user, is_user || !g->abi->function.is_return, pc, 8);
	ir_load(f, reg, pc.base, pc.off, 8);
	gen_temps_release(g, temps);
	return reg;
}

static uint32_t user_caller(struct pgen *g)
{
	uint32_t done, other, reg;
	struct gen_unwind unwind;

	if (!gen_unwinds(g))
		return caller(g, true);
	done = ir_label(g->f);
	other = ir_label(g->f);
	unwind = make_unwind(g, 2);
	reg = ir_copy(g->f, val_reg(gen_unwind_caller(g, &unwind, other)));
	ir_jump(g->f, done);
	ir_bind(g->f, other);
	ir_mov(g->f, reg, val_reg(caller(g, true)));
	ir_bind(g->f, done);
	return reg;
}

static uint32_t value_caller(struct pgen *g, const struct node *node)
{
	(void)node;
	if (is_at_entry(g, false))
		return gen_abi_value(g, &g->abi->function.caller);
	return caller(g, false);
}
const struct name_gen gen_var_caller = { .value = value_caller };

static uint32_t value_ucaller(struct pgen *g, const struct node *node)
{
	(void)node;
	if (g->abi->context == ABI_UPROBE &&
	    g->abi->function.caller.kind != ABI_ARG_NONE)
		return gen_abi_value(g, &g->abi->function.caller);
	return user_caller(g);
}
const struct name_gen gen_var_ucaller = {
	.value = value_ucaller,
	.walks_user = true,
};

static uint32_t depth(struct pgen *g, bool is_user)
{
	struct ir_func *f = g->f;
	uint32_t bytes = g->gen->env.max_frames * 8, got = ir_label(f);
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t reg, known;
	struct mem frames;

	if (!gen_has_stack(g))
		return ir_copy(f, val_imm(0));
	frames = gen_mem(g, bytes);
	reg = ir_copy(f, val_reg(get_stack(g, is_user, 0, frames, bytes)));
	if (is_at_entry(g, is_user)) {
		known = ir_label(f);
		ir_branch(f, BPF_JSLE, reg, val_imm(0), known);
		ir_branch(f, BPF_JSGE, reg, val_imm(bytes), known);
		caller_unless(g, mem_at(frames, 8), known);
		ir_alu(f, BPF_ADD, reg, val_imm(8));
		ir_bind(f, known);
	}
	ir_branch(f, BPF_JSGE, reg, val_imm(0), got);
	ir_mov(f, reg, val_imm(0));
	ir_bind(f, got);
	ir_alu(f, BPF_RSH, reg, val_imm(3));
	gen_temps_release(g, temps);
	return reg;
}

static uint32_t value_stackdepth(struct pgen *g, const struct node *node)
{
	(void)node;
	return depth(g, false);
}
const struct name_gen gen_var_stackdepth = { .value = value_stackdepth };

static uint32_t value_ustackdepth(struct pgen *g, const struct node *node)
{
	uint32_t done, other, reg;
	struct gen_unwind unwind;

	(void)node;
	if (!gen_unwinds(g))
		return depth(g, true);
	done = ir_label(g->f);
	other = ir_label(g->f);
	unwind = make_unwind(g, g->gen->env.max_frames);
	reg = ir_copy(g->f, val_reg(gen_unwind_cnt(g, &unwind, other)));
	ir_jump(g->f, done);
	ir_bind(g->f, other);
	ir_mov(g->f, reg, val_reg(depth(g, true)));
	ir_bind(g->f, done);
	return reg;
}
const struct name_gen gen_var_ustackdepth = {
	.value = value_ustackdepth,
	.walks_user = true,
};

/* ------------------------------------------------------ copies of the stack */

uint32_t gen_pc_copy_bytes(const struct gen *gen, const struct node *node)
{
	/* a variable holds frames only */
	if (gen_pc_kind(node) != REC_USTACK || !gen->env.ustack_pages ||
	    address_call(node)->kind != NODE_CALL)
		return 0;
	return (uint32_t)sizeof(struct rec_stack_copy) +
		gen->env.ustack_pages * REC_STACK_PAGE_BYTES;
}

void gen_pc_check_key(struct pgen *g, const struct node *node)
{
	if (gen_pc_copy_bytes(g->gen, node))
		pgen_error(g, node->loc,
			   "with -x ustackunwind a user stack can't be a key "
			   "or be stored: it is walked when it is printed; "
			   "trace it, or omit the option");
}

/* Sets the page's bit in @mask if it could be read; else @dst is cleared. */
static void copy_page(struct pgen *g, uint32_t uaddr, uint32_t idx,
		      struct mem dst, uint32_t mask)
{
	struct ir_func *f = g->f;
	uint32_t from = ir_copy(f, val_reg(uaddr)), failed = ir_label(f), err;

	ir_alu(f, BPF_ADD, from, val_imm(idx * REC_STACK_PAGE_BYTES));
	err = ir_helper(f, probe_read_user, gen_mem_addr(g, dst),
			val_imm(REC_STACK_PAGE_BYTES), val_reg(from));
	ir_branch(f, BPF_JNE, err, val_imm(0), failed);
	ir_alu(f, BPF_OR, mask, val_imm(1 << idx));
	ir_bind(f, failed);
}

void gen_pc_copy(struct pgen *g, struct mem dst, uint32_t bytes)
{
	struct ir_func *f = g->f;
	uint32_t uaddr, mask;
	int32_t at = sizeof(struct rec_stack_copy);

	dst = gen_mem_near(g, dst);
	if (!gen_has_stack(g)) {
		gen_zero(g, dst, bytes);
		return;
	}
	ir_helper(f, probe_read_kernel, gen_mem_addr(g, dst),
		  val_imm(REC_STACK_REG_CNT * 8), val_reg(gen_saved_regs(g)));
	uaddr = ir_reg(f);
	ir_load(f, uaddr, dst.base, dst.off + REC_STACK_REG_SP * 8,
		8);
	ir_alu(f, BPF_AND, uaddr, val_imm(-REC_STACK_PAGE_BYTES));
	mask = ir_copy(f, val_imm(0));
	for (uint32_t i = 0; i < g->gen->env.ustack_pages; i++) {
		copy_page(g, uaddr, i, mem_at(dst, at), mask);
		at += REC_STACK_PAGE_BYTES;
	}
	gen_mem_store(g, mem_at(dst, offsetof(struct rec_stack_copy,
					      page_mask)), 8, val_reg(mask));
}
