// SPDX-License-Identifier: BSD-2-Clause
/*
 * Walks a generated program: its functions one after the other, then the
 * library functions that they reach.
 *
 *	hook: tests | entry | subprogram ... | library function ...
 *
 * Ordinary instructions are the machine's matter. Here are those that mean
 * something else in a process: addresses of maps, and calls of helpers.
 */
#include <errno.h>

#include "base/alloc.h"
#include "base/text/strbuf.h"
#include "runtime/bpf/lib.h"
#include "runtime/codegen/ir/names.h"
#include "runtime/direct/machine.h"
#include "runtime/direct/translate.h"

enum {
	FRAME_MAX_BYTES = 512, /* of BPF */
	NOWHERE = UINT32_MAX,
};

/* A distance in the text that a function's begin decides. */
struct call {
	size_t at;
	uint32_t func;
};

struct jump {
	size_t at;
	uint32_t to; /* instruction */
};

/* A function: of the code, by number of subprogram; then those of the library. */
struct func {
	const char *name;
	const struct bpf_insn *insns;
	uint32_t insn_cnt;
	bool is_wanted, is_made;
	size_t at; /* in the text */
};

struct walk {
	const struct code *code;
	const struct direct_machine *machine;
	struct direct_out out;
	struct func *funcs;
	uint32_t func_cnt, lib_first;
	VEC(struct call) calls;
	/* of the function under way */
	VEC(struct jump) jumps;
	struct code_ref *refs; /* by instruction; kind is -1: none */
	uint32_t *insn_at;     /* by instruction: in the text */
	struct strbuf why;
	int err;
};

static const struct code_ref no_ref = { .kind = (enum code_ref_kind)-1 };

/* The first reason counts. */
__attribute__((format(printf, 3, 4)))
static void refuse(struct walk *walk, int err, const char *fmt, ...)
{
	va_list ap;

	if (walk->err)
		return;
	walk->err = err;
	va_start(ap, fmt);
	strbuf_vprintf(&walk->why, fmt, ap);
	va_end(ap);
}

/* ------------------------------------------------------------------- maps */

static const struct direct_place *place_find(const struct direct_target *target,
					     enum map_role role, uint32_t index)
{
	for (size_t i = 0; i < target->place_cnt; i++)
		if (target->places[i].role == role &&
		    target->places[i].index == index)
			return &target->places[i];
	return NULL;
}

/* What a script has that needs the map, or the map's name. */
static void refuse_map(struct walk *walk, uint32_t role)
{
	static const char *const things[MAP_ROLE_CNT] = {
		[MAP_SCRATCH] = "scratch memory",
		[MAP_SPEC] = "speculations",
		[MAP_GLOBALS] = "global variables",
		[MAP_SELF] = "self-> variables",
		[MAP_SELF_NEW] = "self-> variables",
		[MAP_DYN] = "associative arrays",
		[MAP_UNWIND_SPACE] = "user stacks",
		[MAP_UNWIND_KNOWN] = "user stacks",
		[MAP_UNWIND_ASKED] = "user stacks",
	};

	if (role >= MAP_ROLE_CNT)
		refuse(walk, -EINVAL, "there is no map %u", role);
	else if (things[role])
		refuse(walk, -EOPNOTSUPP, "it uses %s", things[role]);
	else
		refuse(walk, -EOPNOTSUPP, "it uses the map %s",
		       code_map_name(role));
}

static void load_map(struct walk *walk, int reg, const struct code_ref *ref)
{
	const struct direct_place *place = NULL;
	bool is_value = ref->kind == REF_MAP_VALUE;
	uint64_t addr = 0;

	if (ref->target < MAP_ROLE_CNT)
		place = place_find(walk->out.target, ref->target, ref->index);
	if (place)
		addr = is_value ? place->value_addr : place->map_addr;
	/* nobody waits there: it is only named in calls that do nothing */
	if (!addr && (is_value || ref->target != MAP_BELL))
		refuse_map(walk, ref->target);
	walk->machine->load(&walk->out, reg, addr + ref->addend);
}

static void load_imm64(struct walk *walk, const struct bpf_insn *insn,
		       const struct code_ref *ref)
{
	if (ref->kind == REF_MAP || ref->kind == REF_MAP_VALUE)
		load_map(walk, insn->dst_reg, ref);
	else if (insn->src_reg || insn->dst_reg > BPF_REG_9)
		refuse(walk, -EOPNOTSUPP, "it uses variables of the kernel");
	else
		walk->machine->load(&walk->out, insn->dst_reg,
				    (uint32_t)insn[0].imm |
					    (uint64_t)(uint32_t)insn[1].imm
						    << 32);
}

/* ------------------------------------------------------------------ calls */

static void refuse_helper(struct walk *walk, const struct func *func, int id)
{
	struct strbuf name = { 0 };

	code_put_helper(id, &name);
	refuse(walk, -EOPNOTSUPP, "%s calls %s",
	       func->name ? func->name : "it", strbuf_text(&name));
	strbuf_deinit(&name);
}

static void send(struct walk *walk)
{
	if (!walk->out.heads_addr || !walk->out.chunks_addr)
		refuse(walk, -EOPNOTSUPP, "it sends records");
	else
		walk->machine->native(&walk->out, NATIVE_SEND);
}

static void string(struct walk *walk, enum direct_native native)
{
	if (!walk->out.target->constants.bytes)
		refuse(walk, -EOPNOTSUPP, "it reads strings, and there are no "
		       "constants");
	else
		walk->machine->native(&walk->out, native);
}

static void end_session(struct walk *walk)
{
	if (!walk->out.target->exit_addr)
		refuse(walk, -EOPNOTSUPP, "it calls exit()");
	else
		walk->machine->call_place(&walk->out,
					  walk->out.target->exit_addr);
}

static void thread_id(struct walk *walk)
{
	if (!walk->out.target->tid_off)
		refuse(walk, -EOPNOTSUPP, "it reads tid");
	else
		walk->machine->tid(&walk->out);
}

static void selfs(struct walk *walk, bool is_set)
{
	if (!walk->out.target->selfs.table_addr ||
	    !walk->out.target->tid_off ||
	    !walk->out.target->selfs.group || !walk->out.target->stub_addr)
		refuse(walk, -EOPNOTSUPP, "it uses self-> variables");
	else
		walk->machine->selfs(&walk->out, is_set);
}

static void call_helper(struct walk *walk, const struct func *func, int id)
{
	const struct direct_machine *machine = walk->machine;
	struct direct_out *out = &walk->out;

	switch (id) {
	case BPF_FUNC_map_lookup_elem:
		machine->native(out, NATIVE_LOOKUP);
		break;
	case BPF_FUNC_map_update_elem:
		machine->native(out, NATIVE_UPDATE);
		break;
	case BPF_FUNC_get_smp_processor_id:
		machine->cpu(out);
		break;
	case BPF_FUNC_get_current_pid_tgid:
		machine->load(out, BPF_REG_0, (uint64_t)out->target->tgid << 32);
		break;
	case BPF_FUNC_ktime_get_ns:
		if (!out->target->clock_addr)
			refuse(walk, -EOPNOTSUPP,
			       "it reads the time, for which the process needs "
			       "a system call");
		machine->native(out, NATIVE_CLOCK);
		break;
	case BPF_FUNC_ringbuf_output: /* of MAP_BELL: the others have no address */
		machine->load(out, BPF_REG_0, 0);
		break;
	case CODE_DIRECT_SEND:
		send(walk);
		break;
	case CODE_DIRECT_STRING:
		string(walk, NATIVE_STRING);
		break;
	case CODE_DIRECT_STRING_LENGTH:
		string(walk, NATIVE_STRING_LENGTH);
		break;
	case CODE_DIRECT_LENGTH:
		machine->native(out, NATIVE_LENGTH);
		break;
	case CODE_DIRECT_EXIT:
		end_session(walk);
		break;
	case CODE_DIRECT_TID:
		thread_id(walk);
		break;
	case CODE_DIRECT_SELF:
		selfs(walk, false);
		break;
	case CODE_DIRECT_SELF_SET:
		selfs(walk, true);
		break;
	default:
		refuse_helper(walk, func, id);
	}
}

static void call_func(struct walk *walk, uint32_t func)
{
	walk->funcs[func].is_wanted = true;
	*vec_add(&walk->calls) = (struct call){
		.at = walk->machine->call(&walk->out),
		.func = func,
	};
}

static void call(struct walk *walk, const struct func *func,
		 const struct bpf_insn *insn, const struct code_ref *ref)
{
	if (ref->kind == REF_LIB && ref->target < LIB_FUNC_CNT)
		call_func(walk, walk->lib_first + ref->target);
	else if (ref->kind == REF_SUBPROG && ref->target < walk->lib_first)
		call_func(walk, ref->target);
	else if (!insn->src_reg)
		call_helper(walk, func, insn->imm);
	else
		refuse(walk, -EOPNOTSUPP, "it calls functions of the kernel");
}

/* -------------------------------------------------------------- functions */

static bool is_wide_load(const struct bpf_insn *insn)
{
	return insn->code == (BPF_LD | BPF_IMM | BPF_DW);
}

static void jump(struct walk *walk, const struct func *func, uint32_t idx)
{
	const struct bpf_insn *insn = &func->insns[idx];
	bool is_long = insn->code == (BPF_JMP32 | BPF_JA);
	struct jump to = { .to = idx + 1 + (uint32_t)(is_long ? insn->imm :
								insn->off) };

	if (!walk->machine->jump(&walk->out, insn, &to.at))
		refuse(walk, -EOPNOTSUPP, "it has an unknown jump 0x%02x",
		       insn->code);
	else
		*vec_add(&walk->jumps) = to;
}

static void one_insn(struct walk *walk, const struct func *func, uint32_t idx)
{
	const struct bpf_insn *insn = &func->insns[idx];
	uint8_t class = BPF_CLASS(insn->code);

	if (insn->dst_reg > BPF_REG_10 || insn->src_reg > BPF_REG_10)
		refuse(walk, -EINVAL, "instruction %u has no such register", idx);
	else if (is_wide_load(insn) && idx + 1 < func->insn_cnt)
		load_imm64(walk, insn, &walk->refs[idx]);
	else if (insn->code == (BPF_JMP | BPF_CALL))
		call(walk, func, insn, &walk->refs[idx]);
	else if (insn->code == (BPF_JMP | BPF_EXIT))
		walk->machine->end(&walk->out);
	else if (class == BPF_JMP || class == BPF_JMP32)
		jump(walk, func, idx);
	else if (!walk->machine->insn(&walk->out, insn))
		refuse(walk, -EOPNOTSUPP, "it has an unknown instruction 0x%02x",
		       insn->code);
}

static uint16_t saved_regs(const struct func *func)
{
	unsigned int saved = 0;

	for (uint32_t i = 0; i < func->insn_cnt; i++)
		saved |= 1u << func->insns[i].dst_reg;
	return saved & (1u << BPF_REG_6 | 1u << BPF_REG_7 | 1u << BPF_REG_8 |
			1u << BPF_REG_9);
}

static bool is_memory_access(const struct bpf_insn *insn)
{
	uint8_t class = BPF_CLASS(insn->code);

	return class == BPF_LDX || class == BPF_ST || class == BPF_STX;
}

/* Is it what generated code takes an address on the stack with, at @insn? */
static bool is_address(const struct bpf_insn *insn)
{
	return insn->code == (BPF_ALU64 | BPF_MOV | BPF_X) &&
	       insn[1].code == (BPF_ALU64 | BPF_ADD | BPF_K) &&
	       insn[1].dst_reg == insn->dst_reg && insn[1].imm < 0;
}

/*
 * How much of the stack a function uses: the thread may be on a small one, as
 * those of signal handlers are. Generated code uses r10 as the base of loads
 * and stores, and for addresses (emit.c); those are of the lowest byte of what
 * is there, but for offsets of other loads and stores, which are added. Any
 * other use, or another's code: all that BPF allows.
 */
static uint16_t stack_bytes(const struct func *func)
{
	int lowest = 0, less = 0, bytes;

	if (func->name)
		return FRAME_MAX_BYTES;
	for (uint32_t i = 0; i + 1 < func->insn_cnt; i++) {
		const struct bpf_insn *insn = &func->insns[i];
		bool is_load = BPF_CLASS(insn->code) == BPF_LDX;
		uint8_t base = is_load ? insn->src_reg : insn->dst_reg;
		int off = insn->off;

		if (is_memory_access(insn) && base != BPF_REG_10) {
			less = off < less ? off : less;
		} else if (is_memory_access(insn)) {
			lowest = off < lowest ? off : lowest;
		} else if (insn->src_reg == BPF_REG_10) {
			if (!is_address(insn))
				return FRAME_MAX_BYTES;
			lowest = insn[1].imm < lowest ? insn[1].imm : lowest;
		}
		if (BPF_CLASS(insn->code) == BPF_STX &&
		    insn->src_reg == BPF_REG_10)
			return FRAME_MAX_BYTES;
	}
	bytes = -lowest - less;
	return (uint16_t)(bytes < FRAME_MAX_BYTES ? (bytes + 15) & ~15 :
						    FRAME_MAX_BYTES);
}

static void resolve_jumps(struct walk *walk, const struct func *func)
{
	for (size_t i = 0; i < walk->jumps.cnt; i++) {
		const struct jump *from = &walk->jumps.v[i];

		if (from->to >= func->insn_cnt ||
		    walk->insn_at[from->to] == (uint32_t)NOWHERE)
			refuse(walk, -EINVAL, "a jump leads to instruction %d",
			       (int32_t)from->to);
		else
			walk->machine->patch(&walk->out, from->at,
					     walk->insn_at[from->to]);
	}
	walk->jumps.cnt = 0;
}

static void clear_refs(struct walk *walk, uint32_t cnt)
{
	walk->refs = xrealloc_array(walk->refs, cnt, sizeof(walk->refs[0]));
	walk->insn_at =
		xrealloc_array(walk->insn_at, cnt, sizeof(walk->insn_at[0]));
	for (uint32_t i = 0; i < cnt; i++) {
		walk->refs[i] = no_ref;
		walk->insn_at[i] = NOWHERE;
	}
}

/* References of a subprogram, from those of the whole code. */
static void code_refs(struct walk *walk, const struct func *func)
{
	uint32_t first = (uint32_t)(func->insns - walk->code->insns.v);

	for (size_t i = 0; i < walk->code->refs.cnt; i++) {
		const struct code_ref *ref = &walk->code->refs.v[i];

		if (ref->insn_idx - first < func->insn_cnt)
			walk->refs[ref->insn_idx - first] = *ref;
	}
}

static void lib_refs(struct walk *walk, enum lib_func id)
{
	const struct bpf_lib_func *lib = &bpf_lib[id];

	/* scratch memory, or tables of the kernel's programs */
	if (lib->ref_cnt)
		refuse(walk, -EOPNOTSUPP, "it calls %s of the library, which "
		       "needs scratch memory", lib->name);
	for (uint32_t i = 0; i < lib->call_cnt; i++)
		walk->refs[lib->calls[i].insn_idx] = (struct code_ref){
			.kind = REF_LIB,
			.target = lib->calls[i].func,
		};
}

/* Nothing is run beyond its last instruction. */
static bool ends(const struct func *func)
{
	const struct bpf_insn *last = &func->insns[func->insn_cnt - 1];

	return last->code == (BPF_JMP | BPF_EXIT) ||
	       last->code == (BPF_JMP | BPF_JA);
}

static void make_func(struct walk *walk, uint32_t idx)
{
	struct func *func = &walk->funcs[idx];
	struct direct_out *out = &walk->out;

	clear_refs(walk, func->insn_cnt);
	if (idx < walk->lib_first)
		code_refs(walk, func);
	else
		lib_refs(walk, idx - walk->lib_first);
	func->at = out->text.cnt;
	func->is_made = true;
	out->saved = saved_regs(func);
	out->frame_bytes = stack_bytes(func);
	out->is_entry = !idx;
	walk->machine->begin(out);
	for (uint32_t i = 0; i < func->insn_cnt && !walk->err; i++) {
		walk->insn_at[i] = (uint32_t)out->text.cnt;
		one_insn(walk, func, i);
		i += is_wide_load(&func->insns[i]);
	}
	if (!walk->err && !ends(func))
		refuse(walk, -EINVAL, "a function does not end");
	if (!walk->err)
		resolve_jumps(walk, func);
}

/* Fills walk->funcs. Subprograms follow each other in the code. */
static void find_funcs(struct walk *walk)
{
	const struct code *code = walk->code;
	uint32_t end = (uint32_t)code->insns.cnt;

	walk->lib_first = (uint32_t)code->subprogs.cnt;
	walk->func_cnt = walk->lib_first + LIB_FUNC_CNT;
	walk->funcs = xcalloc(walk->func_cnt, sizeof(walk->funcs[0]));
	for (uint32_t i = walk->lib_first; i-- > 0;) {
		uint32_t first = code->subprogs.v[i].insn_idx;

		if (first >= end || (!i && first))
			refuse(walk, -EINVAL, "subprogram %u is out of order", i);
		else
			walk->funcs[i] = (struct func){
				.insns = &code->insns.v[first],
				.insn_cnt = end - first,
			};
		end = first;
	}
	for (uint32_t i = 0; i < LIB_FUNC_CNT; i++)
		walk->funcs[walk->lib_first + i] = (struct func){
			.name = bpf_lib[i].name,
			.insns = bpf_lib[i].insns,
			.insn_cnt = bpf_lib[i].insn_cnt,
		};
	if (!walk->lib_first)
		refuse(walk, -EINVAL, "the code has no entry");
}

static bool has_call(const struct code *code, int32_t helper)
{
	for (size_t i = 0; i < code->insns.cnt; i++)
		if (code->insns.v[i].code == (BPF_JMP | BPF_CALL) &&
		    !code->insns.v[i].src_reg &&
		    code->insns.v[i].imm == helper)
			return true;
	return false;
}

static uint64_t ring_addr(const struct direct_target *target,
			  enum map_role role)
{
	const struct direct_place *place = place_find(target, role, 0);

	return place ? place->value_addr : 0;
}

static void make_all(struct walk *walk)
{
	bool is_more = true;
	bool sends = has_call(walk->code, CODE_DIRECT_SEND);

	if (sends && !walk->out.heads_addr)
		refuse(walk, -EOPNOTSUPP, "it sends records");
	walk->out.reads_tid = has_call(walk->code, CODE_DIRECT_TID);
	walk->machine->init(&walk->out);
	walk->machine->guard(&walk->out, sends);
	walk->funcs[0].is_wanted = true;
	while (is_more && !walk->err) {
		is_more = false;
		for (uint32_t i = 0; i < walk->func_cnt && !walk->err; i++) {
			if (!walk->funcs[i].is_wanted || walk->funcs[i].is_made)
				continue;
			make_func(walk, i);
			is_more = true;
		}
	}
	for (size_t i = 0; i < walk->calls.cnt && !walk->err; i++)
		walk->machine->patch(&walk->out, walk->calls.v[i].at,
				     walk->funcs[walk->calls.v[i].func].at);
}

int direct_translate(const struct code *code, const struct direct_target *target,
		     struct direct_text *ret)
{
	struct walk walk = {
		.code = code,
		.machine = direct_machine,
		.out = {
			.target = target,
			.heads_addr = ring_addr(target, MAP_RING_HEADS),
			.chunks_addr = ring_addr(target, MAP_RINGS),
		},
	};

	*ret = (struct direct_text){ 0 };
	if (!walk.machine)
		refuse(&walk, -EOPNOTSUPP, "direct probes need x86-64");
	else
		find_funcs(&walk);
	if (!walk.err)
		make_all(&walk);
	if (walk.err) {
		vec_deinit(&walk.out.text);
		ret->why = strbuf_take(&walk.why);
	} else {
		ret->bytes = walk.out.text.v;
		ret->cnt = walk.out.text.cnt;
	}
	vec_deinit(&walk.calls);
	vec_deinit(&walk.jumps);
	free(walk.refs);
	free(walk.insn_at);
	free(walk.funcs);
	strbuf_deinit(&walk.why);
	return walk.err;
}

void direct_text_deinit(struct direct_text *text)
{
	free(text->bytes);
	free(text->why);
	*text = (struct direct_text){ 0 };
}
