/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the instructions of a program from a struct code (instructions, and
 * references by name), the in-kernel library and the maps of the session.
 *
 *	[ code: entry, its subprograms ][ library function ][ ... ]
 *
 * The array is the code followed by the library functions that it reaches, each
 * once; then every reference becomes a number: the descriptor of a map, an
 * offset into its value, the distance to a function. Library functions that are
 * not called are left out, because the verifier would still check global
 * functions (fault_in would be refused in a program that may not sleep).
 */
#include "runtime/kernel/program/link_lib.h"

#include <errno.h>

static uint32_t append(struct kern_linked *prog, const struct bpf_insn *insns,
		       size_t cnt)
{
	uint32_t at = (uint32_t)prog->insns.cnt;

	for (size_t i = 0; i < cnt; i++)
		vec_push(&prog->insns, insns[i]);
	return at;
}

/* Appends the function and those that it calls, unless already present. */
static void append_lib(struct kern_linked *prog, uint32_t func)
{
	const struct bpf_lib_func *lib = &bpf_lib[func];

	if (prog->lib_at[func])
		return;
	prog->lib_at[func] = append(prog, lib->insns, lib->insn_cnt);
	for (uint32_t i = 0; i < lib->call_cnt; i++)
		append_lib(prog, lib->calls[i].func);
}

static void resolve_call(struct kern_linked *prog, uint32_t insn_idx,
			 uint32_t target_idx)
{
	struct bpf_insn *insn = &prog->insns.v[insn_idx];

	insn->code = BPF_JMP | BPF_CALL;
	insn->dst_reg = 0;
	insn->src_reg = BPF_PSEUDO_CALL;
	insn->off = 0;
	insn->imm = (int32_t)(target_idx - insn_idx - 1);
}

/* Resolves a library function's ld_imm64 of a map. */
static int resolve_lib_map(struct bpf_insn *insn, enum map_role role,
			   const struct kern_maps *maps, struct kern_log *log)
{
	const struct kern_map *map = kern_maps_find(maps, role, 0);

	if (!map)
		return kern_log_set(
			log, -ENOENT,
			"a library function needs unwind tables, which this "
			"session does not have");
	insn[0].src_reg = BPF_PSEUDO_MAP_FD;
	insn[0].imm = map->fd;
	insn[1].imm = 0;
	return 0;
}

/* Resolves a library function's ld_imm64 of a symbol. */
static int resolve_lib_ref(struct kern_linked *prog, uint32_t insn_idx,
			   enum bpf_lib_sym sym, const struct kern_maps *maps,
			   struct kern_log *log)
{
	const struct kern_map *map = kern_maps_find(maps, MAP_SCRATCH, 0);
	struct bpf_insn *insn = &prog->insns.v[insn_idx];

	if (!map)
		return kern_log_set(
			log, -ENOENT,
			"a library function needs scratch memory, which this "
			"session does not have");
	switch (sym) {
	case BPF_LIB_SCRATCH:
		insn[1].imm = insn[0].imm;
		insn[0].src_reg = BPF_PSEUDO_MAP_VALUE;
		insn[0].imm = map->fd;
		break;
	case BPF_LIB_SCRATCH_LAST:
		insn[0].imm += (int32_t)map->mem_bytes - BPF_LIB_PAD_BYTES;
		break;
	case BPF_LIB_UNWIND_SPACE:
		return resolve_lib_map(insn, MAP_UNWIND_SPACE, maps, log);
	case BPF_LIB_UNWIND_KNOWN:
		return resolve_lib_map(insn, MAP_UNWIND_KNOWN, maps, log);
	case BPF_LIB_UNWIND_ASKED:
		return resolve_lib_map(insn, MAP_UNWIND_ASKED, maps, log);
	}
	return 0;
}

static int resolve_lib(struct kern_linked *prog, const struct kern_maps *maps,
		       struct kern_log *log)
{
	int err = 0;

	for (uint32_t func = 0; func < LIB_FUNC_CNT; func++) {
		const struct bpf_lib_func *lib = &bpf_lib[func];
		uint32_t at = prog->lib_at[func];

		for (uint32_t i = 0; at && i < lib->call_cnt; i++)
			resolve_call(prog, at + lib->calls[i].insn_idx,
				     prog->lib_at[lib->calls[i].func]);
		for (uint32_t i = 0; at && i < lib->ref_cnt && !err; i++)
			err = resolve_lib_ref(prog, at + lib->refs[i].insn_idx,
					      lib->refs[i].sym, maps, log);
	}
	return err;
}

static int resolve_map(struct kern_linked *prog, const struct code_ref *ref,
		       const struct kern_maps *maps, struct kern_log *log)
{
	const struct kern_map *map =
		kern_maps_find(maps, ref->target, ref->index);
	struct bpf_insn *insn = &prog->insns.v[ref->insn_idx];

	if (!map)
		return kern_log_set(
			log, -ENOENT,
			"generated code refers to map %u of index %u, which "
			"this session does not have",
			ref->target, ref->index);
	insn[0].src_reg =
		ref->kind == REF_MAP ? BPF_PSEUDO_MAP_FD : BPF_PSEUDO_MAP_VALUE;
	insn[0].imm = map->fd;
	insn[1].imm =
		ref->kind == REF_MAP ? 0 : (int32_t)(ref->addend + map->off);
	return 0;
}

static int resolve_ref(struct kern_linked *prog, const struct code *code,
		       const struct code_ref *ref, const struct kern_maps *maps,
		       struct kern_log *log)
{
	struct bpf_insn *insn = &prog->insns.v[ref->insn_idx];

	switch (ref->kind) {
	case REF_MAP:
	case REF_MAP_VALUE:
		return resolve_map(prog, ref, maps, log);
	case REF_LIB:
		resolve_call(prog, ref->insn_idx, prog->lib_at[ref->target]);
		return 0;
	case REF_SUBPROG:
		resolve_call(prog, ref->insn_idx,
			     code->subprogs.v[ref->target].insn_idx);
		return 0;
	case REF_SUBPROG_ADDR:
		insn->src_reg = BPF_PSEUDO_FUNC;
		insn->imm = (int32_t)(code->subprogs.v[ref->target].insn_idx -
				      ref->insn_idx - 1);
		return 0;
	}
	return -EINVAL;
}

/* Are the indexes in @ref within the code and the tables? */
static bool ref_is_sane(const struct code *code, const struct code_ref *ref)
{
	bool is_wide = ref->kind == REF_MAP || ref->kind == REF_MAP_VALUE ||
		ref->kind == REF_SUBPROG_ADDR;

	if (ref->insn_idx + is_wide >= code->insns.cnt)
		return false;
	if (ref->kind == REF_LIB)
		return ref->target < LIB_FUNC_CNT;
	if (ref->kind == REF_SUBPROG || ref->kind == REF_SUBPROG_ADDR)
		return ref->target < code->subprogs.cnt;
	return true;
}

int kern_link_insns(struct kern_linked *prog, const struct code *code,
		    const struct kern_maps *maps, struct kern_log *log)
{
	int err = 0;

	append(prog, code->insns.v, code->insns.cnt);
	for (size_t i = 0; i < code->refs.cnt; i++) {
		const struct code_ref *ref = &code->refs.v[i];

		if (!ref_is_sane(code, ref))
			return kern_log_set(
				log, -EINVAL,
				"reference %zu of program %s is out of range",
				i, code->name);
		if (ref->kind == REF_LIB)
			append_lib(prog, ref->target);
	}
	for (size_t i = 0; i < code->refs.cnt && !err; i++)
		err = resolve_ref(prog, code, &code->refs.v[i], maps, log);
	return err ? err : resolve_lib(prog, maps, log);
}

void kern_linked_deinit(struct kern_linked *prog)
{
	vec_deinit(&prog->insns);
}
