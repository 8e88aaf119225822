// SPDX-License-Identifier: BSD-2-Clause
/*
 * BPF's memory accesses, jumps and calls on x86-64. A function's frame:
 *
 *	return address | rbp and what it uses of r6 ... r9 | rbp: BPF's stack
 *
 * Distances of jumps always have 32 bits: code is made in one pass.
 */
#include "runtime/direct/direct_ring.h"
#include "runtime/direct/self_table.h"
#include "runtime/direct/x86.h"
#include "sdt/direct_abi.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <sys/auxv.h>

/* ----------------------------------------------------------------- memory */

static bool load_mem(struct direct_out *out, const struct bpf_insn *insn)
{
	bool is_signed = BPF_MODE(insn->code) == 0x80; /* BPF_MEMSX */
	int dst = x86_regs[insn->dst_reg], base = x86_regs[insn->src_reg];
	int opcode;

	if (BPF_MODE(insn->code) != BPF_MEM && !is_signed)
		return false;
	switch (BPF_SIZE(insn->code)) {
	case BPF_B:
		opcode = is_signed ? OP_MOVSX8 : OP_MOVZX8;
		break;
	case BPF_H:
		opcode = is_signed ? OP_MOVSX16 : OP_MOVZX16;
		break;
	case BPF_W:
		opcode = is_signed ? OP_MOVSXD : OP_LOAD;
		break;
	default:
		if (is_signed)
			return false;
		is_signed = true; /* all 64 bits */
		opcode = OP_LOAD;
		break;
	}
	x86_mem(out, is_signed, opcode, dst, base, insn->off);
	return true;
}

static bool store_mem(struct direct_out *out, const struct bpf_insn *insn)
{
	bool is_imm = BPF_CLASS(insn->code) == BPF_ST;
	int base = x86_regs[insn->dst_reg], size = BPF_SIZE(insn->code);
	int opcode = is_imm ? OP_IMM : OP_STORE;

	if (size == BPF_H)
		x86_put(out, 0x66, 1);
	else if (size == BPF_B)
		opcode = is_imm ? OP_IMM8 : OP_STORE8;
	x86_mem(out, size == BPF_DW, opcode, is_imm ? 0 : x86_regs[insn->src_reg],
	       base, insn->off);
	if (is_imm)
		x86_put(out, (uint32_t)insn->imm,
		    size == BPF_B ? 1 : size == BPF_H ? 2 : 4);
	return true;
}

static void locked(struct direct_out *out, const struct bpf_insn *insn,
		   int opcode)
{
	x86_put(out, 0xf0, 1);
	x86_mem(out, BPF_SIZE(insn->code) == BPF_DW, opcode,
	       x86_regs[insn->src_reg], x86_regs[insn->dst_reg], insn->off);
}

/*
 * and, or, xor that return the old value: a loop of compare-and-exchange, with
 * rax put aside.
 */
static void fetch_loop(struct direct_out *out, const struct bpf_insn *insn,
		       int opcode)
{
	bool is_wide = BPF_SIZE(insn->code) == BPF_DW;
	int src = x86_regs[insn->src_reg];
	size_t again;

	x86_move(out, R11, RAX);
	x86_move(out, R9, x86_regs[insn->dst_reg]);
	x86_mem(out, is_wide, OP_LOAD, RAX, R9, insn->off);
	again = out->text.cnt;
	x86_move(out, R10, RAX);
	x86_reg(out, is_wide, opcode, src == RAX ? R11 : src, R10);
	x86_put(out, 0xf0, 1);
	x86_mem(out, is_wide, OP_CMPXCHG, R10, R9, insn->off);
	x86_patch(out, x86_jump_if(out, CC_NE), again);
	/* a 32-bit exchange that succeeds leaves rax as it is: loaded, so with
	   zeros above */
	x86_move(out, src, RAX);
	if (src != RAX)
		x86_move(out, RAX, R11);
}

static bool atomic(struct direct_out *out, const struct bpf_insn *insn)
{
	bool is_wide = BPF_SIZE(insn->code) == BPF_DW;

	if (!is_wide && BPF_SIZE(insn->code) != BPF_W)
		return false;
	switch (insn->imm) {
	case BPF_ADD:
		locked(out, insn, OP_ADD);
		return true;
	case BPF_AND:
		locked(out, insn, OP_AND);
		return true;
	case BPF_OR:
		locked(out, insn, OP_OR);
		return true;
	case BPF_XOR:
		locked(out, insn, OP_XOR);
		return true;
	case BPF_ADD | BPF_FETCH:
		locked(out, insn, OP_XADD);
		return true;
	case BPF_AND | BPF_FETCH:
		fetch_loop(out, insn, OP_AND);
		return true;
	case BPF_OR | BPF_FETCH:
		fetch_loop(out, insn, OP_OR);
		return true;
	case BPF_XOR | BPF_FETCH:
		fetch_loop(out, insn, OP_XOR);
		return true;
	case BPF_XCHG:
		locked(out, insn, OP_XCHG);
		return true;
	case BPF_CMPXCHG:
		locked(out, insn, OP_CMPXCHG);
		/* the machine leaves the upper half when it succeeds */
		if (!is_wide)
			x86_reg(out, false, OP_STORE, RAX, RAX);
		return true;
	default:
		return false;
	}
}

static bool x86_insn(struct direct_out *out, const struct bpf_insn *insn)
{
	switch (BPF_CLASS(insn->code)) {
	case BPF_ALU:
	case BPF_ALU64:
		return x86_alu(out, insn);
	case BPF_LDX:
		return load_mem(out, insn);
	case BPF_ST:
	case BPF_STX:
		if (BPF_MODE(insn->code) == BPF_MEM)
			return store_mem(out, insn);
		if (insn->code == (BPF_STX | BPF_ATOMIC | BPF_SIZE(insn->code)))
			return atomic(out, insn);
		return false;
	default:
		return false;
	}
}

/* ---------------------------------------------------------------- control */

static bool x86_jump(struct direct_out *out, const struct bpf_insn *insn,
		     size_t *at_ret)
{
	static const struct {
		uint8_t code, cc;
	} conditions[] = {
		{ BPF_JEQ, CC_E },   { BPF_JNE, CC_NE },  { BPF_JGT, CC_A },
		{ BPF_JGE, CC_AE },  { BPF_JLT, CC_B },	  { BPF_JLE, CC_BE },
		{ BPF_JSGT, CC_G },  { BPF_JSGE, CC_GE }, { BPF_JSLT, CC_L },
		{ BPF_JSLE, CC_LE }, { BPF_JSET, CC_NE },
	};
	bool is_wide = BPF_CLASS(insn->code) == BPF_JMP;
	bool is_test = BPF_OP(insn->code) == BPF_JSET;
	int dst = x86_regs[insn->dst_reg];

	if (BPF_OP(insn->code) == BPF_JA) {
		*at_ret = x86_jump_always(out);
		return true;
	}
	if (BPF_SRC(insn->code) == BPF_X)
		x86_reg(out, is_wide, is_test ? OP_TEST : OP_CMP,
		       x86_regs[insn->src_reg], dst);
	else
		x86_imm(out, is_wide, is_test ? OP_GROUP3 : OP_ALU_IMM,
		       is_test ? GROUP3_TEST : ALU_CMP, dst, insn->imm);
	for (size_t i = 0; i < sizeof(conditions) / sizeof(conditions[0]); i++) {
		if (conditions[i].code == BPF_OP(insn->code)) {
			*at_ret = x86_jump_if(out, conditions[i].cc);
			return true;
		}
	}
	return false;
}

static size_t x86_call(struct direct_out *out)
{
	x86_put(out, 0xe8, 1);
	x86_put(out, 0, 4);
	return out->text.cnt - 4;
}

static void x86_load(struct direct_out *out, int reg, uint64_t value)
{
	x86_load_address(out, x86_regs[reg], value);
}

/* A call of a native function, which may be far from the text. */
static void call_native(struct direct_out *out, enum direct_native native)
{
	uint64_t to = out->target->native_addr + direct_native_off(native);
	int64_t distance =
		(int64_t)(to - (out->target->code_addr + out->text.cnt + 5));

	if (distance == (int32_t)distance) {
		x86_put(out, 0xe8, 1);
		x86_put(out, (uint32_t)distance, 4);
		return;
	}
	x86_load_address(out, R11, to);
	x86_put(out, 0xd3ff41, 3); /* call r11 */
}

/* Of an address among the constants; any other becomes a larger number. */
static void to_offset(struct direct_out *out, int reg)
{
	x86_load_address(out, R11, out->target->constants.addr);
	x86_reg(out, true, OP_SUB, R11, reg);
}

static void x86_native(struct direct_out *out, enum direct_native native)
{
	const struct direct_target *target = out->target;

	if (native == NATIVE_CLOCK)
		x86_load_address(out, RDI, target->clock_addr);
	if (native == NATIVE_STRING) {
		to_offset(out, RDX);
		x86_load_imm(out, R8, target->constants.bytes);
		x86_load_address(out, R9, target->constants.copy_addr);
	}
	if (native == NATIVE_STRING_LENGTH) {
		to_offset(out, RDI);
		x86_load_imm(out, RDX, target->constants.bytes);
		x86_load_address(out, RCX, target->constants.copy_addr);
	}
	if (native == NATIVE_SEND) {
		x86_load_address(out, RCX, out->heads_addr);
		x86_load_address(out, R8, out->chunks_addr);
		x86_load_imm(out, R9, (uint64_t)target->cpu_max << 32 |
					  target->record_max_bytes);
	}
	call_native(out, native);
	if (native == NATIVE_CLOCK && target->clock_less_ns) {
		x86_load_imm(out, R11, (uint64_t)target->clock_less_ns);
		x86_reg(out, true, OP_SUB, R11, RAX);
	}
}

static void x86_call_place(struct direct_out *out, uint64_t addr)
{
	x86_load_address(out, R11, addr);
	x86_put(out, 0xd3ff41, 3); /* call r11 */
	x86_load_imm(out, RAX, 0);
}

/*
 * rax = the number of the CPU: the kernel keeps it in the low 12 bits of a
 * register that rdpid reads, and of the limit of a segment (as the vdso's
 * getcpu() reads it).
 */
static void x86_cpu(struct direct_out *out)
{
	enum { CPU_SEGMENT = 0x7b, CPU_MASK = 0xfff };

	if (out->has_rdpid) {
		x86_put(out, 0xf8c70ff3, 4); /* rdpid rax */
	} else {
		x86_load_imm(out, RAX, CPU_SEGMENT);
		x86_reg(out, false, OP_LSL, RAX, RAX);
	}
	x86_imm(out, false, OP_ALU_IMM, ALU_AND, RAX, CPU_MASK);
}

static void x86_init(struct direct_out *out)
{
	enum { HAS_RDFSBASE = 2 }; /* in AT_HWCAP2, since Linux 5.9 */
	unsigned int a, b, c = 0, d;

	out->has_rdfsbase = getauxval(AT_HWCAP2) & HAS_RDFSBASE;
	out->has_rdpid = __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
			 (c & 1u << 22);
}

/* Loads the stub's parameters from the array at rdi, and its address to rax. */
static void load_stub(struct direct_out *out)
{
	static const int regs[] = { RSI, RDX, RCX, R8, R9 };

	_Static_assert(sizeof(regs) / sizeof(*regs) == DIRECT_STUB_ARG_MAX,
		       "arguments in registers");
	for (int i = 0; i < DIRECT_STUB_ARG_MAX; i++)
		x86_mem(out, true, OP_LOAD, regs[i], RDI, 8 * i);
	x86_load_address(out, RAX, out->target->stub_addr);
}

/* What is done where the program can't run. */
static void go_other_way(struct direct_out *out)
{
	if (out->target->stub_addr) {
		load_stub(out);
		x86_put(out, 0xe0ff, 2); /* jmp rax */
		return;
	}
	x86_load_imm(out, RAX, 0);
	x86_put(out, 0xc3, 1);
}

/* The distances of jumps to where the program can't run. */
struct tests {
	size_t at[DIRECT_ARG_MAX + 6], cnt;
};

static void jump_other_way(struct direct_out *out, struct tests *tests, int cc)
{
	tests->at[tests->cnt++] = x86_jump_if(out, cc);
}

/* Jumps if the ring of this CPU is closed, or there is none. */
static void test_ring(struct direct_out *out, struct tests *tests)
{
	_Static_assert(sizeof(struct direct_ring) == 1 << 7, "shift");
	_Static_assert(DIRECT_RING_CLOSED >> 63 == 1, "the sign");
	x86_cpu(out);
	x86_imm(out, false, OP_ALU_IMM, ALU_CMP, RAX,
		(int32_t)out->target->cpu_max);
	jump_other_way(out, tests, CC_AE);
	x86_imm(out, true, OP_SHIFT_IMM, SHIFT_SHL, RAX, 7);
	x86_load_address(out, R11, out->heads_addr);
	x86_reg(out, true, OP_ADD, R11, RAX);
	x86_mem(out, true, OP_LOAD, RAX, RAX,
		offsetof(struct direct_ring, word));
	x86_reg(out, true, OP_TEST, RAX, RAX);
	jump_other_way(out, tests, CC_L);
}

/* Jumps if the program would read a string that is not among the constants. */
static void test_strings(struct direct_out *out, struct tests *tests)
{
	const struct direct_target *target = out->target;

	for (int i = 0; i < DIRECT_ARG_MAX; i++) {
		if (!(target->string_args & 1u << i))
			continue;
		x86_mem(out, true, OP_LOAD, RAX, RDI, 8 * i);
		to_offset(out, RAX);
		x86_imm(out, true, OP_ALU_IMM, ALU_CMP, RAX,
			(int32_t)target->constants.bytes);
		jump_other_way(out, tests, CC_AE);
	}
}

static void push(struct direct_out *out, int reg)
{
	x86_put_rex(out, false, 0, reg, false);
	x86_put(out, (uint8_t)(0x50 + (reg & 7)), 1);
}

static void pop(struct direct_out *out, int reg)
{
	x86_put_rex(out, false, 0, reg, false);
	x86_put(out, (uint8_t)(0x58 + (reg & 7)), 1);
}

static void load_thread(struct direct_out *out)
{
	x86_put(out, 0x25048b4864, 5); /* mov rax, fs:0 */
	x86_put(out, 0, 4);
}

/*
 * The thread's id is in the C library's description of the thread, which has
 * its own address in its first and third word. Jumps if the thread pointer leads
 * to anything else. rax = the description.
 */
static void test_thread(struct direct_out *out, struct tests *tests)
{
	if (out->has_rdfsbase) { /* a thread without a thread pointer */
		x86_put(out, 0xc0ae0f48f3, 5); /* rdfsbase rax */
		x86_reg(out, true, OP_TEST, RAX, RAX);
		jump_other_way(out, tests, CC_E);
	}
	load_thread(out);
	x86_put(out, 0x25043b4864, 5); /* cmp rax, fs:16 */
	x86_put(out, 16, 4);
	jump_other_way(out, tests, CC_NE);
}

/* Of a thread that was tested. */
static void x86_tid(struct direct_out *out)
{
	load_thread(out);
	x86_mem(out, false, OP_LOAD, RAX, RAX, (int)out->target->tid_off);
}

/* The end of a hook with a slot in r12; what it returns is in eax. */
static void leave_frame(struct direct_out *out)
{
	x86_imm(out, true, OP_ALU_IMM, ALU_ADD, RSP, 8);
	pop(out, RDI);
	pop(out, R12);
}

/*
 * Calls the program, whose distance is left open, with the thread's slot in
 * r12, or the stub, while the slot is busy. Returns where the distance stands.
 *
 *	return address | r12 | rdi | nothing
 */
static size_t call_with_slot(struct direct_out *out, struct tests *tests)
{
	const struct direct_selfs *selfs = &out->target->selfs;
	size_t no_slot, by_stub, program, done;

	test_thread(out, tests);
	x86_mem(out, false, OP_LOAD, RDX, RAX, (int)out->target->tid_off);
	push(out, R12);
	push(out, RDI);
	x86_imm(out, true, OP_ALU_IMM, ALU_SUB, RSP, 8);
	x86_load_address(out, RDI, selfs->table_addr);
	x86_load_imm(out, RSI, SELF_WHAT(selfs->stride_bytes, selfs->group,
					 selfs->needs_values));
	call_native(out, NATIVE_ENTER);
	x86_mem(out, true, OP_LOAD, RDI, RSP, 8);
	x86_imm(out, true, OP_ALU_IMM, ALU_CMP, RAX, SELF_DROPPED);
	no_slot = x86_jump_if(out, CC_BE);
	x86_move(out, R12, RAX);
	x86_imm(out, true, OP_ALU_IMM, ALU_AND, R12, ~SELF_CALL_STUB);
	x86_imm(out, false, OP_GROUP3, GROUP3_TEST, RAX, SELF_CALL_STUB);
	by_stub = x86_jump_if(out, CC_NE);
	program = x86_call(out);
	done = out->text.cnt;
	x86_mem(out, false, OP_IMM, 0, R12, offsetof(struct self_slot, is_busy));
	x86_put(out, 0, 4);
	x86_load_imm(out, RAX, 1);
	leave_frame(out);
	x86_put(out, 0xc3, 1);
	x86_here(out, by_stub);
	load_stub(out);
	x86_put(out, 0xd0ff, 2); /* call rax */
	x86_patch(out, x86_jump_always(out), done);
	x86_here(out, no_slot);
	leave_frame(out);
	x86_reg(out, false, OP_TEST, RAX, RAX);
	jump_other_way(out, tests, CC_E);
	x86_put(out, 0xc3, 1);
	return program;
}

/*
 * If the group is not here yet, it is now; a call of the stub without arguments
 * clears what the kernel has of it.
 */
static void bring_group(struct direct_out *out)
{
	uint32_t bit = 1u << (out->target->selfs.group - 1);
	int off = offsetof(struct self_slot, groups);
	size_t is_here;

	x86_mem(out, false, OP_GROUP3, GROUP3_TEST, R12, off);
	x86_put(out, bit, 4);
	is_here = x86_jump_if(out, CC_NE);
	x86_mem(out, false, OP_ALU_IMM, ALU_OR, R12, off);
	x86_put(out, bit, 4);
	x86_load_imm(out, RDI, 0);
	x86_load_address(out, RAX, out->target->stub_addr);
	x86_put(out, 0xd0ff, 2); /* call rax */
	x86_here(out, is_here);
}

static void x86_selfs(struct direct_out *out, bool is_set)
{
	const struct direct_selfs *selfs = &out->target->selfs;

	/* a program that needs the old values runs only where the group is */
	if (is_set && !selfs->needs_values)
		bring_group(out);
	x86_mem(out, true, OP_LEA, RAX, R12, sizeof(struct self_slot));
}

static void x86_guard(struct direct_out *out, bool sends)
{
	const struct direct_target *target = out->target;
	struct tests tests = { .cnt = 0 };
	size_t on = 0, program = 0;

	x86_put(out, 0xfa1e0ff3, 4); /* endbr64 */
	if (target->semaphore_addr) {
		x86_load_address(out, RAX, target->semaphore_addr);
		x86_mem(out, false, OP_MOVZX16, RAX, RAX, 0);
		x86_imm(out, false, OP_ALU_IMM, ALU_CMP, RAX,
			target->semaphore);
		jump_other_way(out, &tests, CC_NE);
	}
	if (sends && !target->selfs.group)
		test_ring(out, &tests);
	test_strings(out, &tests);
	if (out->reads_tid && !target->selfs.group)
		test_thread(out, &tests);
	if (target->selfs.group)
		program = call_with_slot(out, &tests);
	else if (tests.cnt)
		on = x86_jump_always(out);
	for (size_t i = 0; i < tests.cnt; i++)
		x86_here(out, tests.at[i]);
	if (tests.cnt)
		go_other_way(out);
	if (program)
		x86_here(out, program);
	else if (on)
		x86_here(out, on);
}

/* What the function reserves below its saved registers: calls are aligned. */
static int32_t frame_bytes(const struct direct_out *out)
{
	/* with the return address and rbp */
	int word_cnt = 2 + __builtin_popcount(out->saved);

	return out->frame_bytes + word_cnt % 2 * 8;
}

static void x86_begin(struct direct_out *out)
{
	push(out, RBP);
	for (int i = BPF_REG_6; i <= BPF_REG_9; i++)
		if (out->saved & 1u << i)
			push(out, x86_regs[i]);
	x86_imm(out, true, OP_ALU_IMM, ALU_SUB, RSP, frame_bytes(out));
	x86_mem(out, true, OP_LEA, RBP, RSP, out->frame_bytes);
}

static void x86_end(struct direct_out *out)
{
	if (out->is_entry)
		x86_load_imm(out, RAX, 1);
	x86_imm(out, true, OP_ALU_IMM, ALU_ADD, RSP, frame_bytes(out));
	for (int i = BPF_REG_9; i >= (int)BPF_REG_6; i--)
		if (out->saved & 1u << i)
			pop(out, x86_regs[i]);
	pop(out, RBP);
	x86_put(out, 0xc3, 1);
}

static const struct direct_machine machine = {
	.init = x86_init,
	.guard = x86_guard,
	.tid = x86_tid,
	.selfs = x86_selfs,
	.begin = x86_begin,
	.end = x86_end,
	.insn = x86_insn,
	.jump = x86_jump,
	.call = x86_call,
	.patch = x86_patch,
	.load = x86_load,
	.native = x86_native,
	.call_place = x86_call_place,
	.cpu = x86_cpu,
};

const struct direct_machine *const direct_machine = &machine;

#else

const struct direct_machine *const direct_machine = NULL;

#endif
