/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Actions that record data: each row of lang/table/builtins.def has its
 * gen_act_<name> here, which says which parts of the call go into the record.
 * record.c stores the data, one field per argument.
 */
#include <signal.h>

#include "lang/format.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/value/value.h"

static const struct node *layout_trace(struct pgen *g, const struct node *call,
				       struct rec_item *item)
{
	(void)g;
	(void)item;
	return call->call.args;
}
static const struct act_gen gen_act_trace = { .layout = layout_trace };

static const struct fmt *parse_format(struct pgen *g, const struct node *arg)
{
	const struct node *text = strip_casts(arg);
	struct fmt *fmt = arena_new(g->gen->arena, struct fmt);
	const char *error = NULL;

	if (text->kind != NODE_STRING) {
		pgen_error(g, arg->loc, "format must be a string constant");
		return NULL;
	}
	if (fmt_parse(g->gen->arena, text->string.bytes, text->string.len, fmt,
		      &error)) {
		pgen_error(g, arg->loc, "%s", error);
		return NULL;
	}
	/* %A of a number refers to the process in which it was recorded */
	for (size_t i = 0; i < fmt->conv_cnt; i++)
		g->gen->result.has_user_addresses |=
			fmt->convs[i].class == FMT_CLASS_USYM;
	return fmt;
}

static const struct node *layout_printf(struct pgen *g, const struct node *call,
					struct rec_item *item)
{
	item->fmt = parse_format(g, call->call.args);
	return call->call.args->next;
}
static const struct act_gen gen_act_printf = { .layout = layout_printf };

static const struct node *layout_exit(struct pgen *g, const struct node *call,
				      struct rec_item *item)
{
	(void)g;
	(void)item;
	return call->call.args;
}

/*
 * exit() ends the current phase, not one that the reader has already entered:
 * the state becomes RT_EXITING only if it is still this program's. Returns the
 * state before.
 */
static uint32_t set_exiting(struct pgen *g)
{
	uint32_t control = ir_copy(g->f, val_map_value(MAP_CONTROL, 0, 0));
	uint32_t old = ir_reg(g->f);

	ir_cmpxchg(g->f, old, val_reg(control),
		   offsetof(struct rt_control, state), 4,
		   val_imm(g->abi->filter.active_state), val_imm(RT_EXITING));
	return old;
}

static void store_status(struct pgen *g, const struct rec_item *item,
			 struct mem data)
{
	struct mem from = gen_mem_near(
		g, mem_at(data, (int32_t)item->fields->offset_bytes));
	uint32_t control = ir_copy(g->f, val_map_value(MAP_CONTROL, 0, 0));
	uint32_t status = ir_reg(g->f);

	ir_load(g->f, status, from.base, from.off, 4);
	ir_store(g->f, val_reg(control),
		 offsetof(struct rt_control, exit_status), 4, val_reg(status));
}

static void after_exit(struct pgen *g, const struct rec_item *item,
		       struct mem data)
{
	if (g->abi->filter.active_state == RT_ENDING)
		return;
	store_status(g, item, data);
	set_exiting(g);
}

void gen_end_session(struct pgen *g)
{
	uint32_t old;

	if (!g->abi->ends_session)
		return;
	old = set_exiting(g);
	ir_branch(g->f, BPF_JNE, old, val_imm(RT_ACTIVE),
		  g->firing.exit_label);
	gen_ring_bell(g);
}

/*
 * In a traced program the state is that of its own hooks, and the kernel's
 * programs have another. Each firing that ends after exit() tells the kernel: so
 * what its thread fires next is counted nowhere. That with exit() does so when
 * all of it has been counted, because the reader may end the session then.
 */
void gen_tell_end(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t control, state, on;

	if (!g->abi->tells_end)
		return;
	control = ir_copy(f, val_map_value(MAP_CONTROL, 0, 0));
	state = ir_reg(f);
	on = ir_label(f);
	ir_load(f, state, val_reg(control), offsetof(struct rt_control, state),
		4);
	ir_branch(f, BPF_JNE, state, val_imm(RT_EXITING), on);
	ir_call(f, CALL_HELPER, CODE_DIRECT_EXIT, NULL, 0);
	ir_bind(f, on);
}

static const struct act_gen gen_act_exit = {
	.layout = layout_exit,
	.after = after_exit,
	.wakes = true,
};

static const struct node *layout_printa(struct pgen *g, const struct node *call,
					struct rec_item *item)
{
	const struct node *arg = call->call.args;
	uint32_t *ids = arena_new_array(g->gen->arena, uint32_t,
					call->call.arg_cnt + 1);

	if (arg && strip_casts(arg)->kind == NODE_STRING) {
		item->fmt = parse_format(g, arg);
		arg = arg->next;
	}
	for (; arg; arg = arg->next) {
		const struct node *agg = strip_casts(arg);

		if (agg->kind != NODE_AGG) {
			pgen_error(g, arg->loc,
				   "printa() takes aggregations only");
			continue;
		}
		ids[item->agg_cnt++] = agg->agg.ident->id;
	}
	item->agg_ids = ids;
	return NULL;
}
static const struct act_gen gen_act_printa = {
	.layout = layout_printa,
	.wakes = true,
};

/* One aggregation and perhaps a number: the reader does the work. */
static const struct node *layout_agg_action(struct pgen *g,
					    const struct node *call,
					    struct rec_item *item)
{
	const struct node *agg = call->call.args;

	item->agg_ids = arena_new_array(g->gen->arena, uint32_t, 1);
	item->agg_ids[item->agg_cnt++] = agg->agg.ident->id;
	return agg->next;
}
static const struct act_gen gen_act_clear = {
	.layout = layout_agg_action,
	.wakes = true,
};
static const struct act_gen gen_act_denormalize = {
	.layout = layout_agg_action,
	.wakes = true,
};
static const struct act_gen gen_act_normalize = {
	.layout = layout_agg_action,
	.wakes = true,
};
static const struct act_gen gen_act_trunc = {
	.layout = layout_agg_action,
	.wakes = true,
};

static const struct act_gen gen_act_system = {
	.layout = layout_printf,
	.wakes = true,
};
static const struct act_gen gen_act_freopen = {
	.layout = layout_printf,
	.wakes = true,
};

/* No data: the presence of the record is enough. */
static const struct node *layout_nothing(struct pgen *g,
					 const struct node *call,
					 struct rec_item *item)
{
	(void)g;
	(void)call;
	(void)item;
	return NULL;
}
static const struct act_gen gen_act_ftruncate = {
	.layout = layout_nothing,
	.wakes = true,
};
static const struct act_gen gen_act_setopt = {
	.layout = layout_trace,
	.wakes = true,
};

/* ------------------------------------------------------------------ effects */

/* Sends to the current process; a kernel thread or a bad number is a fault. */
static void send_signal(struct pgen *g, struct ir_val number)
{
	uint32_t ok = ir_label(g->f);
	uint32_t err = ir_helper(g->f, send_signal, number);

	ir_branch(g->f, BPF_JSGE, err, val_imm(0), ok);
	gen_fault(g, FAULT_ILLOP, val_imm(0));
	ir_bind(g->f, ok);
}

static void effect_raise(struct pgen *g, const struct node *call)
{
	send_signal(g, val_reg(gen_expr(g, call->call.args)));
}
static const struct act_gen gen_act_raise = { .effect = effect_raise };

static void effect_stop(struct pgen *g, const struct node *call)
{
	(void)call;
	send_signal(g, val_imm(SIGSTOP));
}
static const struct act_gen gen_act_stop = { .effect = effect_stop };

enum { CHILL_MAX_NS = 500000000 };

static void effect_chill(struct pgen *g, const struct node *call)
{
	uint32_t ok = ir_label(g->f), ns = gen_expr(g, call->call.args);
	struct ir_val arg = val_reg(ns);

	ir_branch(g->f, BPF_JLE, ns, val_imm(CHILL_MAX_NS), ok);
	gen_fault(g, FAULT_ILLOP, val_imm(0));
	ir_bind(g->f, ok);
	ir_call(g->f, CALL_LIB, LIB_chill, &arg, 1);
}
static const struct act_gen gen_act_chill = { .effect = effect_chill };

#define VAR(name, type, flags)
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags) [ACT_##name] = &gen_act_##name,
#define AGG(name, proto, flags)
static const struct act_gen *const acts[ACT_CNT] = {
#include "lang/table/builtins.def"
};

const struct act_gen *gen_act(enum action_kind action)
{
	return acts[action];
}

const struct node *gen_action_call(const struct node *stmt)
{
	const struct node *call;

	if (stmt->kind != NODE_EXPR_STMT)
		return NULL;
	call = stmt->expr_stmt.expr;
	if (call->kind == NODE_CALL && call->call.ident &&
	    call->call.ident->kind == IDENT_ACTION)
		return call;
	return NULL;
}

bool gen_is_recording(const struct node *stmt)
{
	const struct node *call = gen_action_call(stmt);

	return call && gen_act((enum action_kind)call->call.ident->row)->layout;
}
