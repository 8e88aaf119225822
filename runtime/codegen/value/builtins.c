/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Built-in variables and subroutines, bound by their row of lang/table/builtins.def:
 * if a row has no gen_var_<name> or gen_subr_<name>, dtrace does not link.
 * Scratch memory: alloca.c, copyin.c; strings: string_functions.c, search.c,
 * path.c.
 */
#include "lang/builtin_flags.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

/* --------------------------------------------------------------- variables */

_Static_assert((int)PROBE_ARG_MAX <= (int)ABI_ARG_MAX, "what args[] can name is there");

static uint32_t value_arg(struct pgen *g, const struct node *node)
{
	return gen_probe_arg(g, (unsigned int)node_probe_arg(node), node->loc);
}

#define PROBE_ARG(n) \
	const struct name_gen gen_var_arg##n = { .value = value_arg }

PROBE_ARG(0);
PROBE_ARG(1);
PROBE_ARG(2);
PROBE_ARG(3);
PROBE_ARG(4);
PROBE_ARG(5);
PROBE_ARG(6);
PROBE_ARG(7);
PROBE_ARG(8);
PROBE_ARG(9);

static uint32_t value_pid(struct pgen *g, const struct node *node)
{
	uint32_t reg = gen_firing_value(g, FIRING_PID_TGID);

	(void)node;
	reg = ir_copy(g->f, val_reg(reg));
	ir_alu(g->f, BPF_RSH, reg, val_imm(32));
	return reg;
}
const struct name_gen gen_var_pid = { .value = value_pid };

static uint32_t value_tid(struct pgen *g, const struct node *node)
{
	uint32_t reg;

	(void)node;
	if (g->abi->context == ABI_DIRECT)
		return ir_call(g->f, CALL_HELPER, CODE_DIRECT_TID, NULL, 0);
	reg = gen_firing_value(g, FIRING_PID_TGID);
	reg = ir_copy(g->f, val_reg(reg));
	ir_zext32(g->f, reg);
	return reg;
}
const struct name_gen gen_var_tid = { .value = value_tid };

static uint32_t value_timestamp(struct pgen *g, const struct node *node)
{
	(void)node;
	return gen_firing_value(g, FIRING_TIMESTAMP);
}
const struct name_gen gen_var_timestamp = { .value = value_timestamp };

static uint32_t value_cpu(struct pgen *g, const struct node *node)
{
	(void)node;
	return g->firing.cpu;
}
const struct name_gen gen_var_cpu = { .value = value_cpu };

static uint32_t value_gid(struct pgen *g, const struct node *node)
{
	uint32_t reg = ir_helper0(g->f, get_current_uid_gid);

	(void)node;
	ir_alu(g->f, BPF_RSH, reg, val_imm(32));
	return reg;
}
const struct name_gen gen_var_gid = { .value = value_gid };

static uint32_t value_uid(struct pgen *g, const struct node *node)
{
	uint32_t reg = ir_helper0(g->f, get_current_uid_gid);

	(void)node;
	ir_zext32(g->f, reg);
	return reg;
}
const struct name_gen gen_var_uid = { .value = value_uid };

/* In the cgroup2 hierarchy; without one, the id of its root. */
static uint32_t value_cgroupid(struct pgen *g, const struct node *node)
{
	(void)node;
	return ir_helper0(g->f, get_current_cgroup_id);
}
const struct name_gen gen_var_cgroupid = { .value = value_cgroupid };

/* The number that fault messages give this clause at these probes. */
static uint32_t value_epid(struct pgen *g, const struct node *node)
{
	(void)node;
	return ir_copy(g->f, val_imm((int64_t)g->clause.row + 1));
}
const struct name_gen gen_var_epid = { .value = value_epid };

/* One level of each field of the kernel's preempt_count. */
enum {
	SERVED_SOFTIRQ = 1 << 8,
	SERVED_HARDIRQ = 1 << 16,
	SERVED_HARDIRQS = 0xf * SERVED_HARDIRQ,
	SERVED_NMI = 1 << 20,
	SERVED_NMIS = 0xf * SERVED_NMI,
};

/* Returns whether this CPU's count shows an interrupt in progress. */
static uint32_t read_ipl(struct pgen *g, const struct gen_percpu *percpu)
{
	uint32_t none = ir_label(g->f), reg = ir_reg(g->f), ipl, addr;

	addr = ir_helper(g->f, this_cpu_ptr, val_percpu(percpu->btf_id));
	ir_load(g->f, reg, val_reg(addr), (int32_t)percpu->off_bytes, 4);
	if (g->abi->context == ABI_KPROBE) {
		/* the breakpoint of a kprobe itself counts as an NMI */
		uint32_t jumped = ir_label(g->f), nmi = ir_copy(g->f, val_reg(reg));

		ir_alu(g->f, BPF_AND, nmi, val_imm(SERVED_NMIS));
		ir_branch(g->f, BPF_JEQ, nmi, val_imm(0), jumped);
		ir_alu(g->f, BPF_SUB, reg,
		       val_imm(SERVED_NMI + SERVED_HARDIRQ));
		ir_bind(g->f, jumped);
	}
	ir_alu(g->f, BPF_AND, reg,
	       val_imm(SERVED_SOFTIRQ | SERVED_HARDIRQS | SERVED_NMIS));
	ipl = ir_copy(g->f, val_imm(0));
	ir_branch(g->f, BPF_JEQ, reg, val_imm(0), none);
	ir_mov(g->f, ipl, val_imm(1));
	ir_bind(g->f, none);
	return ipl;
}

/* Some kinds of probes always fire in an interrupt, some never. */
static uint32_t value_ipl(struct pgen *g, const struct node *node)
{
	const struct gen_env *env = &g->gen->env;
	enum abi_context context = g->abi->context;
	struct gen_percpu percpu;

	if (g->abi->irq == ABI_IRQ_ALWAYS)
		return ir_copy(g->f, val_imm(1));
	if (context == ABI_UPROBE || context == ABI_DIRECT ||
	    context == ABI_TEST_RUN || g->abi->irq == ABI_IRQ_NEVER)
		return ir_copy(g->f, val_imm(0));
	if (env->preempt_count && env->preempt_count(env->host_arg, &percpu))
		return read_ipl(g, &percpu);
	pgen_error(g, node->loc, "ipl is not known at this probe: it can fire "
		   "in processes and in interrupts, and this kernel doesn't "
		   "list the variable that tells them apart (__preempt_count: "
		   "it needs CONFIG_KALLSYMS_ALL)");
	return ir_copy(g->f, val_imm(0));
}
const struct name_gen gen_var_ipl = { .value = value_ipl };

enum { ERRNO_MAX = 4095 }; /* results from -4095 to -1 are errors */

static uint32_t value_errno(struct pgen *g, const struct node *node)
{
	uint32_t good = ir_label(g->f), ret = ir_copy(g->f, val_imm(0));
	uint32_t error;

	(void)node;
	if (g->abi->result.kind == ABI_ARG_NONE)
		return ret;
	error = ir_copy(g->f, val_reg(gen_abi_value(g, &g->abi->result)));
	ir_neg(g->f, error);
	ir_branch(g->f, BPF_JGT, error, val_imm(ERRNO_MAX), good);
	ir_mov(g->f, ret, val_reg(error));
	ir_bind(g->f, good);
	return ret;
}
const struct name_gen gen_var_errno = { .value = value_errno };

static uint32_t value_curthread(struct pgen *g, const struct node *node)
{
	(void)node;
	return ir_helper0(g->f, get_current_task);
}
const struct name_gen gen_var_curthread = { .value = value_curthread };

/* The clock of timestamp plus the offset that dtrace has measured. */
static uint32_t value_walltimestamp(struct pgen *g, const struct node *node)
{
	uint32_t reg = ir_reg(g->f);

	(void)node;
	ir_load(g->f, reg,
		val_reg(ir_copy(g->f, val_map_value(MAP_CONTROL, 0, 0))),
		offsetof(struct rt_control, wall_offset_ns), 8);
	ir_alu(g->f, BPF_ADD, reg,
	       val_reg(gen_firing_value(g, FIRING_TIMESTAMP)));
	return reg;
}
const struct name_gen gen_var_walltimestamp = { .value = value_walltimestamp };

enum { COMM_BYTES = 16 };

/*
 * Keeps the bytes of @word before its first NUL, and jumps to @end if it has
 * none. The lowest bit set in t marks the first zero byte:
 *
 *	t = (word - 0x01..01) & ~word & 0x80..80	word &= (t & -t) - 1
 */
static void cut_at_nul(struct pgen *g, uint32_t word, uint32_t end)
{
	struct ir_func *f = g->f;
	uint32_t t = ir_copy(f, val_imm(-0x0101010101010101)), mask;

	ir_alu(f, BPF_ADD, t, val_reg(word));
	mask = ir_copy(f, val_reg(word));
	ir_alu(f, BPF_XOR, mask, val_imm(-1));
	ir_alu(f, BPF_AND, t, val_reg(mask));
	mask = ir_copy(f, val_imm((int64_t)0x8080808080808080));
	ir_alu(f, BPF_AND, t, val_reg(mask));
	ir_branch(f, BPF_JEQ, t, val_imm(0), end);
	mask = ir_copy(f, val_reg(t));
	ir_neg(f, mask);
	ir_alu(f, BPF_AND, mask, val_reg(t));
	ir_alu(f, BPF_SUB, mask, val_imm(1));
	ir_alu(f, BPF_AND, word, val_reg(mask));
}

/*
 * Clears what follows the NUL: before Linux 6.2 the kernel leaves old text
 * there.
 */
static void load_comm(struct pgen *g, struct mem dst, uint32_t off)
{
	struct ir_func *f = g->f;
	uint32_t task = ir_helper0(f, get_current_task_btf);
	uint32_t first = ir_reg(f), second = ir_reg(f);
	uint32_t is_long = ir_label(f), end = ir_label(f);

	ir_load(f, first, val_reg(task), (int32_t)off, 8);
	ir_load(f, second, val_reg(task), (int32_t)off + 8, 8);
	cut_at_nul(g, first, is_long);
	ir_mov(f, second, val_imm(0));
	ir_jump(f, end);
	ir_bind(f, is_long);
	cut_at_nul(g, second, end);
	ir_bind(f, end);
	gen_mem_store(g, dst, 8, val_reg(first));
	gen_mem_store(g, mem_at(dst, 8), 8, val_reg(second));
}

static uint32_t comm_off(const struct pgen *g)
{
	const struct gen_env *env = &g->gen->env;

	return env->comm_off && g->abi->context != ABI_TEST_RUN ?
		       env->comm_off(env->host_arg) : 0;
}

/* Clears first: before Linux 6.2 the helper does not write after the NUL. */
static void string_execname(struct pgen *g, const struct node *node,
			    struct mem dst, uint32_t bytes)
{
	uint32_t comm_bytes = bytes < COMM_BYTES ? bytes : COMM_BYTES, off;

	(void)node;
	if (comm_bytes > g->gen->env.strsize_bytes)
		comm_bytes = g->gen->env.strsize_bytes;
	off = comm_bytes < COMM_BYTES ? 0 : comm_off(g);
	if (off) {
		load_comm(g, dst, off);
		gen_zero(g, mem_at(dst, COMM_BYTES), bytes - COMM_BYTES);
		return;
	}
	gen_zero(g, dst, bytes);
	ir_helper(g->f, get_current_comm, gen_mem_addr(g, dst),
		  val_imm(comm_bytes));
}

static uint32_t bytes_execname(const struct gen *gen, const struct node *node)
{
	(void)node;
	return text_room(gen, COMM_BYTES);
}
const struct name_gen gen_var_execname = {
	.string = string_execname,
	.string_bytes = bytes_execname,
};

/* ------------------------------------------------------------- subroutines */

/* Returns the most characters that copyinstr() may copy, if constant. */
static uint64_t copyinstr_max(const struct gen *gen, const struct node *max)
{
	uint64_t most = gen->env.strsize_bytes - 1;

	if (max)
		max = strip_casts(max);
	if (max && max->kind == NODE_INT && max->integer.value < most)
		return max->integer.value;
	return most;
}

static uint32_t bytes_copyinstr(const struct gen *gen, const struct node *node)
{
	uint64_t max = copyinstr_max(gen, node->call.args->next);

	return (uint32_t)((max + 1 + 7) & ~(uint64_t)7);
}

/* Returns the bytes to copy, NUL included, if their number is computed. */
static struct ir_val copyinstr_bytes(struct pgen *g, const struct node *max,
				     uint64_t most)
{
	uint32_t reg, fits;

	if (!max || strip_casts(max)->kind == NODE_INT)
		return val_imm((int64_t)most + 1);
	fits = ir_label(g->f);
	reg = ir_copy(g->f, val_reg(gen_expr(g, max)));
	ir_branch(g->f, BPF_JLE, reg, val_imm((int64_t)most), fits);
	ir_mov(g->f, reg, val_imm((int64_t)most));
	ir_bind(g->f, fits);
	ir_alu(g->f, BPF_ADD, reg, val_imm(1));
	return val_reg(reg);
}

uint32_t gen_copyinstr_length(struct pgen *g, const struct node *node)
{
	const struct node *max = node->call.args->next;
	struct ir_val args[2] = { val_reg(gen_expr(g, node->call.args)) };

	args[1] = copyinstr_bytes(g, max, copyinstr_max(g->gen, max));
	return ir_call(g->f, CALL_HELPER, CODE_DIRECT_STRING_LENGTH, args, 2);
}

static void string_copyinstr(struct pgen *g, const struct node *node,
			     struct mem dst, uint32_t bytes)
{
	const struct node *max = node->call.args->next;
	uint64_t most = copyinstr_max(g->gen, max);
	uint32_t uaddr = gen_expr(g, node->call.args);

	if (most > bytes - 1)
		most = bytes - 1;
	gen_user_string(g, dst, bytes, copyinstr_bytes(g, max, most), uaddr);
}
const struct name_gen gen_subr_copyinstr = {
	.string = string_copyinstr,
	.string_bytes = bytes_copyinstr,
	.reads_user = true,
};

/* Swaps the bytes of a number that is zero-extended from @bytes. */
static uint32_t swap_bytes(struct pgen *g, const struct node *node,
			   uint32_t bytes)
{
	uint32_t reg = ir_copy(g->f, val_reg(gen_expr(g, node->call.args)));

	ir_bswap64(g->f, reg);
	if (bytes < 8)
		ir_alu(g->f, BPF_RSH, reg, val_imm(64 - 8 * (int64_t)bytes));
	return reg;
}

/* Both supported architectures are little-endian. */
#define SWAP(name, bytes)                                                     \
	static uint32_t value_##name(struct pgen *g, const struct node *node) \
	{                                                                     \
		return swap_bytes(g, node, bytes);                            \
	}                                                                     \
	const struct name_gen gen_subr_##name = { .value = value_##name }

SWAP(htons, 2);
SWAP(htonl, 4);
SWAP(htonll, 8);
SWAP(ntohs, 2);
SWAP(ntohl, 4);
SWAP(ntohll, 8);

enum { MINOR_BITS = 20 }; /* of the kernel's dev_t */

static uint32_t value_getmajor(struct pgen *g, const struct node *node)
{
	uint32_t reg = ir_copy(g->f, val_reg(gen_expr(g, node->call.args)));

	ir_alu(g->f, BPF_RSH, reg, val_imm(MINOR_BITS));
	return reg;
}
const struct name_gen gen_subr_getmajor = { .value = value_getmajor };

static uint32_t value_getminor(struct pgen *g, const struct node *node)
{
	uint32_t reg = ir_copy(g->f, val_reg(gen_expr(g, node->call.args)));

	ir_alu(g->f, BPF_AND, reg, val_imm((1 << MINOR_BITS) - 1));
	return reg;
}
const struct name_gen gen_subr_getminor = { .value = value_getminor };

static uint32_t value_rand(struct pgen *g, const struct node *node)
{
	uint32_t reg = ir_helper0(g->f, get_prandom_u32);

	(void)node;
	/* never negative, because scripts use rand() % n */
	ir_alu(g->f, BPF_AND, reg, val_imm(INT32_MAX));
	return reg;
}
const struct name_gen gen_subr_rand = { .value = value_rand };

/* ------------------------------------------------------------------ tables */

#define ACT(name, proto, flags)
#define AGG(name, proto, flags)

#define SUBR(name, proto, flags)
#define VAR(name, type, flags) [BUILTIN_##name] = &gen_var_##name,
static const struct name_gen *const vars[BUILTIN_VAR_CNT] = {
#include "lang/table/builtins.def"
};
#undef VAR
#undef SUBR

#define VAR(name, type, flags)
#define SUBR(name, proto, flags) [SUBR_##name] = &gen_subr_##name,
static const struct name_gen *const subrs[SUBR_CNT] = {
#include "lang/table/builtins.def"
};

const struct name_gen *gen_subr(unsigned int row)
{
	return subrs[row];
}

const struct name_gen *gen_name(const struct node *node)
{
	const struct ident *ident =
		node->kind == NODE_NAME ? node->name.ident : node->call.ident;

	if (!ident)
		return NULL;
	if (ident->kind == IDENT_BUILTIN)
		return vars[ident->row];
	if (ident->kind == IDENT_SUBR)
		return subrs[ident->row];
	return NULL;
}
