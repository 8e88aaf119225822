/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Records. The data of a run of statements (a clause's, or those of one branch
 * of an if) is built in memory after a struct rec_header and sent at the end of
 * the run:
 *
 *	trace(pid); printf("%s", execname)
 *	-24 header  0 int  4 zero  8 char[16]		data_bytes 24
 *
 * Every byte is written: text is padded with NULs and gaps are cleared, so that
 * no old data of the stack or of another process leaks.
 */
#include "lang/builtin_flags.h"
#include "lang/place.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/record/stack.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

enum { VALUE_MAX_BYTES = 65536 }; /* of one value in a record */

/* ------------------------------------------------------------------ layout */

static void place_field(struct rec_field *field, uint32_t align,
			uint32_t *data_bytes)
{
	field->offset_bytes = (*data_bytes + align - 1) & ~(align - 1);
	*data_bytes = field->offset_bytes + field->size_bytes;
}

static void refuse_time_text(struct pgen *g, const struct node *node,
			     struct mem dst, uint32_t bytes)
{
	(void)dst;
	(void)bytes;
	pgen_error(g, node->loc, "strftime( ) is formatted when the record is "
		   "printed: it can only be an argument of trace( ), "
		   "printf( ), system( ) or freopen( ). Use a number as key "
		   "or variable, such as walltimestamp / 60000000000 (the "
		   "minute)");
}
const struct name_gen gen_subr_strftime = { .string = refuse_time_text };

static void add_field(struct pgen *g, const struct node *arg,
		      struct rec_item *item, uint32_t *data_bytes)
{
	struct rec_field *field = &item->fields[item->field_cnt++];
	const struct type *type = type_resolve(arg->type);
	uint32_t align;

	field->type = arg->type;
	/* the kernel has no time zones: the consumer formats the number */
	if (calls_subr(arg, SUBR_strftime)) {
		field->kind = REC_STRING;
		field->size_bytes = 8;
		field->time_format = arg->call.args->string.bytes;
		align = 8;
	} else if (gen_is_string(arg)) {
		field->kind = REC_STRING;
		field->size_bytes = gen_string_bytes(g->gen, arg);
		field->is_name = arg->kind == NODE_NAME &&
			rec_is_name(arg->name.name);
		align = 8;
	} else if (gen_is_pc(arg)) {
		field->kind = gen_pc_kind(arg);
		field->copy_bytes = gen_pc_copy_bytes(g->gen, arg);
		field->size_bytes = gen_pc_bytes(g->gen, arg) +
			field->copy_bytes;
		align = 8;
		g->gen->result.has_user_addresses |=
			rec_is_user_address(field->kind);
	} else if (type_is_scalar(type)) {
		field->kind = REC_INT;
		field->size_bytes = (uint32_t)type->size_bytes;
		field->is_signed = type_is_signed(type);
		align = field->size_bytes;
	} else if (gen_is_bytes(arg) && type_size_bytes(type) <= VALUE_MAX_BYTES) {
		field->kind = REC_BYTES;
		field->size_bytes = (uint32_t)type_size_bytes(type);
		align = 8;
	} else {
		pgen_error(g, arg->loc,
			   "a value of %llu bytes can't be recorded: the "
			   "limit is %d",
			   (unsigned long long)type_size_bytes(type),
			   VALUE_MAX_BYTES);
		return;
	}
	place_field(field, align, data_bytes);
}

static void add_raw_field(struct rec_item *item, uint32_t size_bytes,
			  uint32_t *data_bytes)
{
	struct rec_field *field = &item->fields[item->field_cnt++];

	field->kind = REC_BYTES;
	field->size_bytes = size_bytes;
	place_field(field, 8, data_bytes);
}

static void add_item(struct pgen *g, const struct node *call,
		     struct rec_layout *layout)
{
	struct rec_item *item = &layout->items[layout->item_cnt++];
	const struct act_gen *act;
	const struct node *arg;

	item->action = (enum action_kind)call->call.ident->row;
	act = gen_act(item->action);
	arg = act->layout(g, call, item);
	item->fields = arena_new_array(g->gen->arena, struct rec_field,
				       call->call.arg_cnt + 1);
	if (act->raw_bytes)
		add_raw_field(item, act->raw_bytes(g, call),
			      &layout->data_bytes);
	if (act->raw_type)
		item->fields->type = act->raw_type(call);
	for (; arg; arg = arg->next)
		add_field(g, arg, item, &layout->data_bytes);
}

static bool has_speculate(const struct node *first, const struct node *end)
{
	for (const struct node *s = first; s != end; s = s->next)
		if (gen_is_speculate(s))
			return true;
	return false;
}

static bool has_agg_item(const struct rec_layout *layout)
{
	for (size_t i = 0; i < layout->item_cnt; i++)
		if (layout->items[i].agg_cnt)
			return true;
	return false;
}

static void fill_layout(struct pgen *g, const struct node *first,
			const struct node *end, struct rec_layout *layout)
{
	size_t cnt = 0;

	for (const struct node *s = first; s != end; s = s->next)
		cnt += gen_is_recording(s);
	layout->clause = g->clause.ast;
	layout->is_default = cnt == 0;
	layout->is_speculative =
		g->clause.may_speculate || has_speculate(first, end);
	if (layout->is_speculative)
		layout->data_bytes = sizeof(struct rec_spec);
	layout->items =
		arena_new_array(g->gen->arena, struct rec_item, cnt + 1);
	for (const struct node *s = first; s != end; s = s->next) {
		if (gen_is_recording(s))
			add_item(g, gen_action_call(s), layout);
	}
	layout->data_bytes = (layout->data_bytes + 7) & ~7u;
	if (has_agg_item(layout)) {
		/* never at offset 0, which means "none" */
		if (!layout->data_bytes)
			layout->data_bytes = 8;
		layout->firing_off = layout->data_bytes;
		layout->data_bytes += 8;
	}
}

/* Returns the layout of the clause's next record; all programs share it. */
static const struct rec_layout *gen_layout(struct pgen *g,
					   const struct node *first,
					   const struct node *end)
{
	struct gen *gen = g->gen;
	struct rec_layout layout = { 0 };
	uint32_t segment = g->clause.segment++;

	for (size_t i = 0; i < gen->layout_refs.cnt; i++) {
		const struct gen_layout_ref *ref = &gen->layout_refs.v[i];

		if (ref->clause == g->clause.ast && ref->segment == segment)
			return &gen->result.layouts.v[ref->layout_idx];
	}
	layout.id = REC_LAYOUT_FIRST + (uint32_t)gen->result.layouts.cnt;
	fill_layout(g, first, end, &layout);
	*vec_add(&gen->layout_refs) = (struct gen_layout_ref){
		.clause = g->clause.ast,
		.segment = segment,
		.layout_idx = (uint32_t)gen->result.layouts.cnt,
	};
	*vec_add(&gen->result.layouts) = layout;
	return &gen->result.layouts.v[gen->result.layouts.cnt - 1];
}

/* ------------------------------------------------------------------ values */

/* Returns the last @cnt arguments of a call, which are those with fields. */
static const struct node *last_args(const struct node *call, size_t cnt)
{
	const struct node *arg = call->call.args;

	for (size_t skip = call->call.arg_cnt - cnt; skip; skip--)
		arg = arg->next;
	return arg;
}

/* Returns the place of a field; fills the gap before it. */
static struct mem begin_field(struct pgen *g, const struct rec_field *field,
			      struct mem data, uint32_t *at)
{
	if (field->offset_bytes > *at)
		gen_zero(g, gen_mem_near(g, mem_at(data, (int32_t)*at)),
			 field->offset_bytes - *at);
	*at = field->offset_bytes + field->size_bytes;
	return gen_mem_near(g, mem_at(data, (int32_t)field->offset_bytes));
}

static void store_pc(struct pgen *g, const struct node *arg,
		     const struct rec_field *field, struct mem dst)
{
	uint32_t bytes = field->size_bytes - field->copy_bytes;

	gen_pc(g, arg, dst, bytes);
	if (field->copy_bytes)
		gen_pc_copy(g, mem_at(dst, (int32_t)bytes), field->copy_bytes);
}

static void store_field(struct pgen *g, const struct node *arg,
			const struct rec_field *field, struct mem dst)
{
	if (field->time_format)
		gen_mem_store(g, dst, 8,
			      val_reg(gen_expr(g, arg->call.args->next)));
	else if (field->kind == REC_STRING)
		gen_string(g, arg, dst, field->size_bytes);
	else if (rec_is_address(field->kind))
		store_pc(g, arg, field, dst);
	else if (field->kind == REC_BYTES)
		gen_bytes(g, arg, dst, field->size_bytes);
	else
		gen_mem_store(g, dst, field->size_bytes,
			      val_reg(gen_expr(g, arg)));
}

/* Releases temporaries of the previous fields where a part may end. */
static void next_field(struct pgen *g, struct gen_temps temps)
{
	if (!g->mode.is_cut)
		return;
	gen_temps_release(g, temps);
	gen_cut_mark(g);
}

void gen_effects(struct pgen *g, const struct node *node)
{
	struct gen_temps temps = gen_temps_mark(g);

	if (node->kind == NODE_COMMA) {
		gen_effects(g, node->binary.left);
		gen_effects(g, node->binary.right);
		return;
	}
	gen_effect(g, node);
	gen_temps_release(g, temps);
	gen_cut_mark(g);
}

static void store_item(struct pgen *g, const struct node *call,
		       const struct rec_item *item, struct mem data,
		       uint32_t *at)
{
	struct gen_temps temps = gen_temps_mark(g);
	const struct act_gen *act = gen_act(item->action);
	const struct node *arg;
	size_t i = 0;

	if (act->raw_bytes) {
		const struct rec_field *raw = &item->fields[i++];
		struct mem dst = begin_field(g, raw, data, at);

		act->raw_store(g, call, dst, raw->size_bytes);
	}
	for (arg = last_args(call, item->field_cnt - i); i < item->field_cnt;
	     i++, arg = arg->next) {
		const struct rec_field *field = &item->fields[i];

		next_field(g, temps);
		store_field(g, arg, field, begin_field(g, field, data, at));
	}
}

/* One statement: adds data to the record, or has an effect of its own. */
static void gen_statement(struct pgen *g, const struct node *stmt,
			  const struct rec_item **item, struct mem data,
			  uint32_t *at)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	const struct node *call = gen_action_call(stmt);

	gen_cut_mark(g);
	ir_note(f, stmt->loc, NULL);
	g->clause.action++;
	if (gen_is_recording(stmt))
		store_item(g, call, (*item)++, data, at);
	else if (call)
		gen_act((enum action_kind)call->call.ident->row)
			->effect(g, call);
	else if (stmt->kind == NODE_AGG_STMT)
		gen_agg_stmt(g, stmt);
	else
		gen_effects(g, stmt->expr_stmt.expr);
	gen_temps_release(g, temps);
}

static bool any_wakes(const struct rec_layout *layout)
{
	for (size_t i = 0; i < layout->item_cnt; i++) {
		if (gen_act(layout->items[i].action)->wakes)
			return true;
	}
	return false;
}

static bool any_exits(const struct rec_layout *layout)
{
	for (size_t i = 0; i < layout->item_cnt; i++) {
		if (layout->items[i].action == ACT_exit)
			return true;
	}
	return false;
}

/* Returns how much strings of limited length save compared to strsize. */
static uint32_t spared_bytes(const struct pgen *g,
			     const struct rec_layout *layout)
{
	uint32_t strsize = g->gen->env.strsize_bytes, sum = 0;

	for (size_t i = 0; i < layout->item_cnt; i++)
		for (size_t j = 0; j < layout->items[i].field_cnt; j++)
			sum += rec_spared_bytes(&layout->items[i].fields[j],
						strsize);
	return sum;
}

static void send_record(struct pgen *g, const struct rec_layout *layout,
			struct mem record)
{
	struct send send = {
		.record = record,
		.size_bytes = (uint32_t)sizeof(struct rec_header) +
			layout->data_bytes,
		.spared_bytes = spared_bytes(g, layout),
		.attempted = CNT_REC_ATTEMPTED,
		.dropped = CNT_REC_DROPPED,
		.wakes = any_wakes(layout),
		.ends = any_exits(layout),
	};

	/*
	 * The texts of a clause stay together, whatever other CPUs record in
	 * the meantime. A record with an action of the reader (printa) or with a
	 * key has its own time, and so has the text after such an action.
	 */
	if (g->clause.sent_ns != IR_NO_REG) {
		send.joins = !send.wakes && !layout->is_speculative;
		if (!send.joins)
			ir_mov(g->f, g->clause.sent_ns, val_imm(0));
	}
	gen_rec_header(g, record, layout->id);
	if (layout->is_speculative)
		gen_spec_send(g, &send);
	else
		gen_send(g, &send);
	for (size_t i = 0; i < layout->item_cnt; i++) {
		const struct act_gen *act = gen_act(layout->items[i].action);

		if (act->after)
			act->after(g, &layout->items[i],
				   mem_at(record, sizeof(struct rec_header)));
	}
}

/* Writes the rest of the record after the last field, which ends at @at. */
static void finish_data(struct pgen *g, const struct rec_layout *layout,
			struct mem data, uint32_t at)
{
	uint32_t end = layout->firing_off ? layout->firing_off :
					    layout->data_bytes;

	data = gen_mem_near(g, mem_at(data, (int32_t)at));
	gen_zero(g, data, end - at);
	if (layout->firing_off)
		gen_mem_store(g, mem_at(data, (int32_t)(end - at)), 8,
			      val_reg(gen_firing_value(g, FIRING_TIMESTAMP)));
}

/*
 * Generates the statements first..end (exclusive; none is an if or a block) and
 * the record, if one of them records data or there are none at all.
 */
void gen_record(struct pgen *g, const struct node *first,
		const struct node *end)
{
	struct gen_temps temps = gen_temps_mark(g);
	/* speculate() in a clause without data records the firing itself */
	bool records = first == end ||
		(!g->clause.has_data && has_speculate(first, end));
	struct rec_layout layout = { 0 };
	const struct rec_item *item;
	struct mem record = { 0 };
	uint32_t at = 0;

	for (const struct node *s = first; s != end; s = s->next)
		records |= gen_is_recording(s);
	if (records) {
		layout = *gen_layout(g, first, end);
		record = gen_record_mem(g, (uint32_t)sizeof(struct rec_header) +
					       layout.data_bytes);
	}
	item = layout.items;
	at = layout.is_speculative ? sizeof(struct rec_spec) : 0;
	for (const struct node *s = first; s != end; s = s->next)
		gen_statement(g, s, &item,
			      mem_at(record, sizeof(struct rec_header)), &at);
	if (records) {
		finish_data(g, &layout,
			    mem_at(record, sizeof(struct rec_header)), at);
		send_record(g, &layout, record);
	}
	gen_temps_release(g, temps);
}
