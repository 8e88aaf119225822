// SPDX-License-Identifier: BSD-2-Clause
/*
 * -x dump=LETTERS (-S is dump=b): the result of each stage, as text on stderr.
 * dump_stages.def has a row for each letter.
 */
#include "runtime/session/dump.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/system/file.h"
#include "base/text/strbuf.h"
#include "lang/builtin_flags.h"
#include "lang/dump.h"
#include "lang/type/type.h"
#include "runtime/codegen/ir/code.h"
#include "runtime/common/option.h"
#include "runtime/common/record.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"

static void dump_field(const struct rec_field *field, struct strbuf *sb)
{
	strbuf_printf(sb, " %s%s@%u+%u",
		      field->kind == REC_INT && !field->is_signed ? "u" : "",
		      rec_kind_name(field->kind), field->offset_bytes,
		      field->size_bytes);
}

static void dump_layout(const struct rec_layout *layout, struct strbuf *sb)
{
	strbuf_printf(sb, "record %u: clause %u, %u bytes\n", layout->id,
		      layout->clause->id + 1, layout->data_bytes);
	for (size_t i = 0; i < layout->item_cnt; i++) {
		const struct rec_item *item = &layout->items[i];

		strbuf_printf(sb, "\t%s", action_name(item->action));
		for (size_t f = 0; f < item->field_cnt; f++)
			dump_field(&item->fields[f], sb);
		for (size_t a = 0; a < item->agg_cnt; a++)
			strbuf_printf(sb, " aggregation %u", item->agg_ids[a]);
		strbuf_putc(sb, '\n');
	}
}

static void dump_agg(const struct agg_layout *agg, struct strbuf *sb)
{
	if (!agg->ident)
		return;
	strbuf_printf(sb, "aggregation %u: @%s, %u words, %u key bytes:",
		      agg->id, agg->ident->name, agg->value_words,
		      agg->key_bytes);
	for (size_t i = 0; i < agg->key_cnt; i++)
		dump_field(&agg->keys[i], sb);
	strbuf_putc(sb, '\n');
}

static void dump_probes(const struct session *session, struct strbuf *sb)
{
	for (size_t i = 0; i < session->matched.probes.probes.cnt; i++) {
		const struct probe *probe = session->matched.probes.probes.v[i];

		strbuf_printf(sb, "probe %u: %s:%s:%s:%s\n", probe->id,
			      probe->provider, probe->module, probe->function,
			      probe->name);
	}
}

static void dump_tree(const struct session *session, struct strbuf *sb)
{
	ast_dump(&session->program, sb);
}

static void put_stage(const struct session *session, enum gen_stage stage,
		      struct strbuf *sb)
{
	const struct gen_result *gen = session->generated.result;

	strbuf_puts(sb, strbuf_text(&gen->stage_text[stage]));
}

static void dump_built(const struct session *session, struct strbuf *sb)
{
	put_stage(session, GEN_STAGE_BUILT, sb);
}

static void dump_reduced(const struct session *session, struct strbuf *sb)
{
	put_stage(session, GEN_STAGE_REDUCED, sb);
}

static void dump_allocated(const struct session *session, struct strbuf *sb)
{
	put_stage(session, GEN_STAGE_ALLOCATED, sb);
}

static void dump_bpf(const struct session *session, struct strbuf *sb)
{
	const struct gen_result *gen = session->generated.result;

	for (size_t i = 0; i < gen->progs.cnt; i++)
		if (gen->progs.v[i].code.insns.cnt)
			code_dump(&gen->progs.v[i].code, sb);
}

static void dump_layouts(const struct session *session, struct strbuf *sb)
{
	const struct gen_result *gen = session->generated.result;

	for (size_t i = 0; i < gen->layouts.cnt; i++)
		dump_layout(&gen->layouts.v[i], sb);
	for (size_t i = 0; i < gen->aggs.cnt; i++)
		dump_agg(&gen->aggs.v[i], sb);
}

static void (*const writers[DUMP_CNT])(const struct session *session,
				      struct strbuf *sb) = {
#define DUMP_STAGE(id, letter, write) [DUMP_##id] = (write),
#include "runtime/session/dump_stages.def"
#undef DUMP_STAGE
};

static const char letters[] = {
#define DUMP_STAGE(id, letter, write) [DUMP_##id] = (letter),
#include "runtime/session/dump_stages.def"
#undef DUMP_STAGE
	[DUMP_CNT] = '\0',
};

bool session_dump_is_valid(const char *asked)
{
	return !asked[strspn(asked, letters)];
}

/* By dump=LETTERS, or by the numbers of other systems, tree and disasm. */
static bool is_wanted(const struct session *session, enum dump_stage stage)
{
	const char *asked = session->options.str[OPT_dump];
	int64_t tree = session->options.value[OPT_tree];

	return (asked && strchr(asked, letters[stage])) ||
	       (stage == DUMP_parsed && (tree & 1)) ||
	       (stage == DUMP_checked && (tree & 2)) ||
	       (stage == DUMP_bpf && session->options.value[OPT_disasm]);
}

void session_dump(const struct session *session, enum dump_stage stage)
{
	struct strbuf sb = { 0 };

	if (!is_wanted(session, stage))
		return;
	writers[stage](session, &sb);
	session_say_text(strbuf_text(&sb));
	strbuf_deinit(&sb);
}

static void say_unwritten(const struct session *session, enum option option,
			  const char *path, int err)
{
	struct strbuf giver = { 0 }, shown = { 0 };

	option_put_giver(&giver, &session->options, option);
	option_put_value(&shown, path);
	session_say("%s: failed to write types to %s: %s", strbuf_text(&giver),
		    strbuf_text(&shown), file_output_error(-err));
	strbuf_deinit(&giver);
	strbuf_deinit(&shown);
}

int session_write_types(const struct session *session)
{
	static const enum option options[] = { OPT_ctypes, OPT_dtypes };
	int err = 0;

	for (size_t i = 0; i < 2 && !err; i++) {
		const char *path = session->options.str[options[i]];
		struct strbuf text = { 0 };

		if (!path)
			continue;
		type_table_print(&session->types, options[i] == OPT_ctypes,
				 &text);
		err = file_write_atomic(path, strbuf_text(&text), text.len);
		strbuf_deinit(&text);
		if (err)
			say_unwritten(session, options[i], path, err);
	}
	return err;
}
