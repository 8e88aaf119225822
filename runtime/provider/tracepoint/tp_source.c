/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "runtime/provider/machine.h"
#include "runtime/provider/tracepoint/tp_explain.h"
#include "runtime/provider/tracepoint/tp_operand.h"
#include "runtime/provider/tracepoint/tp_source.h"
#include "runtime/types/btf.h"

/*
 * System calls of 32-bit programs have other numbers, and the kernel calls
 * programs there in a way of its own: see probe_access.h.
 */
static void set_syscall(const struct tp_row *row, struct probe_abi *abi)
{
	if (strcmp(row->tracepoint, "sys_enter") &&
	    strcmp(row->tracepoint, "sys_exit"))
		return;
	abi->is_syscall_tp = true;
	abi->compat.off = prov_machine.compat_off;
	abi->compat.bit = prov_machine.compat_bit;
}

static int find_tracepoint(const struct prov_env *env,
			   const struct tp_row *row, struct tp_scope *scope,
			   struct probe_abi *abi)
{
	const char *name = row->tracepoint;
	const char *module = tp_module_of(env->arena, &name);
	struct btf_func func;
	int err;

	if (tp_why_harmful(name))
		return -ENOENT;
	err = btf_tracepoint_find(env->types->source, env->types, module, name,
				  &func);
	/* modules can be parts of the kernel itself */
	if (err == -ENOENT && module != tp_vmlinux)
		err = btf_tracepoint_find(env->types->source, env->types,
					  tp_vmlinux, name, &func);
	if (err)
		return err;
	scope->params = func.type->params;
	scope->param_cnt = func.type->param_cnt;
	abi->context = ABI_RAW_TP;
	set_syscall(row, abi);
	return 0;
}

/* Finds where the row's program runs, and what its operands mean there. */
static int find_place(const struct prov_env *env, const struct tp_row *row,
		      struct tp_scope *scope, struct tp_source *source)
{
	if (row->kind == TP_ROW_FUNC)
		return tp_func_find(env, row->tracepoint, scope, &source->func,
				    &source->abi);
	if (row->kind == TP_ROW_RETURN)
		return tp_return_find(env, row->tracepoint, scope,
				      &source->func, &source->abi);
	if (row->kind == TP_ROW_PERF) {
		source->abi.context = ABI_PERF_EVENT;
		source->abi.counts_runs = true;
		return 0;
	}
	source->abi.irq = tp_irq(row->tracepoint);
	return find_tracepoint(env, row, scope, &source->abi);
}

/* EACH: the list, and what "element" means in the row's operands. */
static int find_list(const struct tp_row *row, struct tp_scope *scope,
		     struct abi_list *list)
{
	const char *text = row->first;
	const struct type *type;
	uint32_t off_bits;
	int err = tp_operand(&text, scope, &list->first);

	if (err)
		return err;
	type = type_resolve(list->first.type);
	if (type->kind != TYPE_POINTER ||
	    !type_find_member(type_resolve(type->target), row->next, &off_bits))
		return -ENOENT;
	list->next_off = (uint16_t)(off_bits / 8);
	list->word_cnt = (uint8_t)scope->param_cnt;
	scope->element = list->first.type;
	scope->element_off = (int16_t)(8 * scope->param_cnt);
	return 0;
}

/* Finds out what the kernel offers for the row. Returns 0 or -errno. */
static int resolve(const struct prov_env *env, const struct tp_row *row,
		   struct tp_source *source)
{
	struct tp_scope scope = { .arena = env->arena, .types = env->types };
	struct probe_abi *abi = &source->abi;
	int err;

	if (row->kind == TP_ROW_NEVER || !env->types->source)
		return -ENOENT;
	abi->filter.active_state = RT_ACTIVE;
	err = find_place(env, row, &scope, source);
	if (!err && row->kind == TP_ROW_EACH)
		err = find_list(row, &scope, &abi->list);
	if (err)
		return err;
	err = tp_condition(row->when, &scope, abi->filter.when);
	return err ? err : tp_arguments(row->args, &scope, abi->args);
}

/* Does row @i of a probe begin a replacement for the previous rows? */
static bool is_other_way(const struct tp_row *rows, size_t i)
{
	const struct tp_row *row = &rows[i];

	return row->kind == TP_ROW_ELSE ||
	       (tp_row_is_at_function(row) &&
		(!i || !tp_row_is_at_function(&row[-1])));
}

void tp_sources_find(const struct prov_env *env, const struct tp_row *rows,
		     size_t cnt, struct tp_source *sources)
{
	bool is_served = false, is_skipped = false;

	for (size_t i = 0; i < cnt; i++) {
		const struct tp_row *row = &rows[i];
		struct tp_source *source = &sources[i];
		bool is_tp = row->kind != TP_ROW_ELSE &&
			     !tp_row_is_at_function(row);

		if (is_tp || is_other_way(rows, i))
			is_skipped = !is_tp && is_served;
		source->err = is_skipped ? 0 : resolve(env, row, source);
		source->is_missing = is_skipped || source->err;
		/* without the first function, the others are only a part */
		if (row->kind == TP_ROW_RETURN && is_other_way(rows, i))
			is_skipped = source->is_missing;
		if (is_tp)
			is_served = false;
		if (!source->is_missing)
			is_served = true;
	}
}
