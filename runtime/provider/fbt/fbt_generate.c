/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Forms classes of functions by the sets of clauses that run there, and
 * generates their programs. Functions at which the same clauses run are a
 * class, with one program. Within it a site (several functions may have one
 * name) has a number, its place in the order of addresses, which is its probe
 * tag.
 *
 *	fbt::vfs_*:entry {A}  fbt::vfs_read:entry {B}
 *		class A	  vfs_write, vfs_open ...
 *		class AB  vfs_read
 *
 * A negative int is negative in arg0 and so on: if a clause reads the result,
 * functions whose results differ in size or sign are in different classes. At
 * entry, where a class for each combination would be too many, only arguments
 * that are missing or in different places make a class; their widths are in a
 * table by site.
 *
 * If there are few functions, each of them that can be is a class of its own,
 * with its own program (fbt_fentry_eligible.c), unless that is a large one or reads the
 * kernel's stack, which takes longer than a kprobe.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lang/builtin_flags.h"
#include "runtime/common/record.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/kprobe.h"
#include "runtime/provider/fbt/fbt.h"
#include "runtime/provider/machine.h"

/* The clauses of a set, in their order; in the arena. */
static const struct clause **clauses_of(struct fbt_state *state, uint32_t set)
{
	uint32_t cnt = state->sets.v[set].clause_cnt;
	const struct clause **clauses = arena_new_array(
		state->env->arena, const struct clause *, cnt + 1);

	for (; set; set = state->sets.v[set].prev)
		clauses[--cnt] = state->sets.v[set].clause;
	return clauses;
}

/* Which arguments the clauses of each set read. */
static void mark_sets(struct fbt_state *state)
{
	for (size_t i = 1; i < state->sets.cnt; i++) {
		struct fbt_set *set = &state->sets.v[i];

		set->used_args = state->sets.v[set->prev].used_args |
				 clauses_probe_args(&set->clause, 1);
	}
}

static struct fbt_class *new_class(struct fbt_state *state, enum fbt_way way,
				   uint32_t set)
{
	struct fbt_class *class = xcalloc(1, sizeof(*class));

	class->state = state;
	class->way = way;
	class->set = set;
	vec_push(&state->classes, class);
	return class;
}

/* The class of a function with these arguments. */
static struct fbt_class *class_of(struct fbt_state *state, enum fbt_way way,
				  uint32_t set, const struct abi_arg *args)
{
	struct fbt_class *class;

	for (size_t i = 0; i < state->classes.cnt; i++) {
		class = state->classes.v[i];
		if (class->way == way && class->set == set &&
		    !class->is_fentry &&
		    (way == FBT_RETURN ?
			     !memcmp(class->args, args, sizeof(class->args)) :
			     fbt_args_fit(class->args, args)))
			return class;
	}
	class = new_class(state, way, set);
	memcpy(class->args, args, sizeof(class->args));
	return class;
}

static void set_widths(struct fbt_site *site, const struct abi_arg *args)
{
	for (size_t i = 0; i < ABI_WIDTH_MAX; i++)
		if (args[i].kind != ABI_ARG_NONE && args[i].size_bytes < 8)
			site->widths[i] = (int8_t)(args[i].is_signed ?
							   -args[i].size_bytes :
							   args[i].size_bytes);
}

static void add_sites(struct fbt_class *class, uint32_t func_idx,
		      const struct fbt_offset *offset,
		      const struct abi_arg *args)
{
	const struct fbt_list *list = &class->state->list;
	const struct fbt_func *func = &list->funcs.v[func_idx];
	uint32_t off_bytes = offset ? offset->off_bytes : 0;

	for (uint32_t i = 0; i < func->site_cnt; i++) {
		struct fbt_site *site = vec_add(&class->sites);

		*site = (struct fbt_site){
			.kaddr = list->kaddrs.v[func->site_first + i] +
				 off_bytes,
			.func_idx = func_idx,
			.off_bytes = off_bytes,
			.name = offset ? offset->name :
					 fbt_way_names[class->way],
		};
		set_widths(site, args);
	}
}

static void classify(struct fbt_state *state, uint32_t func_idx,
		     enum fbt_way way)
{
	const struct fbt_func *func = &state->list.funcs.v[func_idx];
	uint32_t used = state->sets.v[func->set[way]].used_args;
	struct abi_arg args[ABI_ARG_MAX];
	struct fbt_class *class;

	fbt_args(used && !state->is_raw ?
			 fbt_prototype(state->env->types, func) : NULL,
		 way, args);
	for (size_t i = 0; i < ABI_ARG_MAX; i++)
		if (!(used >> i & 1))
			args[i] = (struct abi_arg){ 0 };
	class = class_of(state, way, func->set[way], args);
	fbt_args_join(class->args, args);
	add_sites(class, func_idx, NULL, args);
}

/* Instructions have the registers as arguments. */
static void classify_offset(struct fbt_state *state,
			    const struct fbt_offset *offset)
{
	struct abi_arg args[ABI_ARG_MAX];

	fbt_args(NULL, FBT_OFFSET, args);
	add_sites(class_of(state, FBT_OFFSET, offset->set, args),
		  offset->func_idx, offset, args);
}

/* Makes a class for this function alone, if that is possible. */
static bool classify_alone(struct fbt_state *state, uint32_t func_idx,
			   enum fbt_way way)
{
	const struct fbt_func *func = &state->list.funcs.v[func_idx];
	struct fbt_class *class;
	struct btf_func btf;

	if (!fbt_fentry_find(state, func, way, &btf))
		return false;
	class = new_class(state, way, func->set[way]);
	class->is_fentry = true;
	class->btf = btf;
	fbt_fentry_args(btf.type, way, class->args);
	add_sites(class, func_idx, NULL, class->args);
	return true;
}

static void make_classes(struct fbt_state *state)
{
	bool may_be_alone = fbt_fentry_is_worth(state);

	mark_sets(state);
	for (uint32_t i = 0; i < state->list.funcs.cnt; i++)
		for (int way = 0; way < FBT_WAY_CNT; way++)
			if (state->list.funcs.v[i].set[way] &&
			    !(may_be_alone &&
			      classify_alone(state, i, (enum fbt_way)way)))
				classify(state, i, (enum fbt_way)way);
	for (size_t i = 1; i < state->offsets.cnt; i++)
		if (state->offsets.v[i].set)
			classify_offset(state, &state->offsets.v[i]);
}

static int compare_sites(const void *a_, const void *b_)
{
	const struct fbt_site *a = a_, *b = b_;

	return a->kaddr < b->kaddr ? -1 : a->kaddr > b->kaddr;
}

static void sort_sites(struct fbt_class *class)
{
	qsort(class->sites.v, class->sites.cnt, sizeof(class->sites.v[0]),
	      compare_sites);
	class->kaddrs = arena_new_array(class->state->env->arena, uint64_t,
					class->sites.cnt);
	for (size_t s = 0; s < class->sites.cnt; s++)
		class->kaddrs[s] = class->sites.v[s].kaddr;
}

static bool class_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct fbt_class *class = p;
	const struct fbt_func *func;

	if (tag >= class->sites.cnt)
		return false;
	func = fbt_site_func(class, tag);
	ret->fields[ABI_PROVIDER] = class->state->provider;
	ret->fields[ABI_MODULE] = func->module;
	ret->fields[ABI_FUNCTION] = func->name;
	ret->fields[ABI_NAME] = class->sites.v[tag].name;
	return true;
}

static uint32_t class_id(void *p, uint32_t tag, uint32_t tgid)
{
	const struct fbt_class *class = p;

	(void)tgid;
	return fbt_site_probe(class, tag)->id;
}

static int8_t class_width(void *p, uint32_t tag, unsigned int idx)
{
	const struct fbt_class *class = p;

	return class->sites.v[tag].widths[idx];
}

void fbt_kprobe_abi(const struct fbt_class *class, struct probe_abi *ret)
{
	uint32_t cnt = (uint32_t)class->sites.cnt;

	*ret = (struct probe_abi){
		.context = ABI_KPROBE,
		.function.is_return = class->way == FBT_RETURN,
		.filter.active_state = RT_ACTIVE,
		.names = { .name = class_name, .arg = (void *)class,
			   .tag_cnt = cnt > 1 ? cnt : 0, .id = class_id },
	};
	if (class->way != FBT_OFFSET && feature_has(FEAT_kprobe_multi)) {
		ret->identity.kind = ABI_ID_COOKIE;
	} else if (cnt > 1) {
		ret->identity.kind = ABI_ID_FUNCTION;
		ret->identity.functions = (struct abi_functions){
			.kaddrs = class->kaddrs,
			.cnt = cnt,
			.is_by_pc = class->way == FBT_OFFSET,
			.pc_past = prov_machine.kprobe_pc_past,
			.pc_off = (int16_t)prov_machine.pc,
		};
	}
	/* in other cases the walk of the stack finds it */
	if (class->way == FBT_ENTRY && prov_machine.link) {
		ret->function.is_entry = true;
		ret->function.caller = (struct abi_arg){
			.kind = ABI_ARG_CTX, .size_bytes = 8,
			.ctx_off = (int16_t)prov_machine.link,
			.index_off = -1,
		};
	}
	if (class->is_fentry)
		fbt_args(class->btf.type, class->way, ret->args);
	else
		memcpy(ret->args, class->args, sizeof(ret->args));
	if (class->way == FBT_ENTRY && cnt > 1)
		ret->width = class_width;
}

static void fentry_abi(const struct fbt_class *class, struct probe_abi *ret)
{
	const char *module = class->btf.module;

	fbt_kprobe_abi(class, ret);
	ret->context = ABI_FENTRY;
	ret->identity.kind = ABI_ID_CONST;
	ret->function = (struct abi_function){
		.is_return = class->way == FBT_RETURN,
		.btf_id = class->btf.btf_id,
		.btf_module = strcmp(module, "vmlinux") != 0 ? module : NULL,
	};
	memcpy(ret->args, class->args, sizeof(ret->args));
}

static int gen_class(struct fbt_class *class)
{
	struct fbt_state *state = class->state;
	struct probe_abi abi;

	sort_sites(class);
	if (class->is_fentry)
		fentry_abi(class, &abi);
	else
		fbt_kprobe_abi(class, &abi);
	abi.filter.launch = prov_launch(state->env);
	return gen_program(state->gen, state->provider, &abi,
			   clauses_of(state, class->set),
			   state->sets.v[class->set].clause_cnt,
			   &class->prog_id);
}

/*
 * Generates separate programs; functions whose set is too large join the
 * others.
 */
static int gen_alone(struct fbt_state *state)
{
	int err = 0;

	for (size_t i = 0; i < state->classes.cnt && !err; i++) {
		struct fbt_class *class = state->classes.v[i];
		struct fbt_set *set = &state->sets.v[class->set];

		if (!class->is_fentry)
			continue;
		err = set->is_large ? -E2BIG : gen_class(class);
		if (err != -E2BIG)
			continue;
		err = 0;
		set->is_large = true;
		classify(state, class->sites.v[0].func_idx, class->way);
		class->sites.cnt = 0;
	}
	return err;
}

/* What has to be placed one by one takes milliseconds each. */
static int check_number(const struct fbt_state *state, struct gen *gen)
{
	const struct clause *clause = state->sets.v[1].clause;

	if (state->wanted_offset_cnt > KERN_KPROBE_EVENT_MAX)
		return gen_refuse(
			gen, clause, "%zu functions of the kernel have this "
			"offset, but only %d can be probed at a time; name "
			"fewer",
			state->wanted_offset_cnt, KERN_KPROBE_EVENT_MAX);
	if (state->wanted_cnt > KERN_KPROBE_EVENT_MAX &&
	    !feature_has(FEAT_kprobe_multi))
		return gen_refuse(
			gen, clause, "%zu functions of the "
			"kernel match, but this kernel can probe %d at a time: "
			"it has no kprobe_multi (CONFIG_FPROBE, Linux 5.18); "
			"name fewer", state->wanted_cnt,
			KERN_KPROBE_EVENT_MAX);
	return 0;
}

int fbt_generate(void *p, struct gen *gen)
{
	struct fbt_state *state = p;
	int err;

	if (!state->wanted_cnt)
		return 0;
	err = check_number(state, gen);
	if (err)
		return err;
	state->gen = gen;
	make_classes(state);
	err = gen_alone(state);
	for (size_t i = 0; i < state->classes.cnt && !err; i++)
		if (!state->classes.v[i]->is_fentry)
			err = gen_class(state->classes.v[i]);
	return err;
}
