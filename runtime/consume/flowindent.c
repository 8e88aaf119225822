// SPDX-License-Identifier: BSD-2-Clause
/*
 * Makes the text of -F from probes:
 *
 *	 -> f			f:entry
 *	   | g:probe		anything else
 *	 <- f			f:return
 *
 * Several clauses of one firing are one call: the first record of an entry and
 * the last record of a return have the arrow; the others are shown like other
 * probes. Records of one firing are adjacent, with clauses in ascending order;
 * whether a return is the last is known only when the next record is read.
 */
#include "runtime/consume/flowindent.h"

#include <string.h>

#include "base/text/printable.h"

enum { INDENT_STEP = 2 };

void flow_deinit(struct flow *flow)
{
	strbuf_deinit(&flow->held);
	flow->has_held = false;
}

static bool is_or_ends_in(const char *name, const char *word)
{
	size_t len = strlen(name), word_len = strlen(word);
	const char *tail;

	if (len < word_len)
		return false;
	tail = name + len - word_len;
	return !memcmp(tail, word, word_len) &&
		(tail == name || tail[-1] == '-');
}

enum flow_kind flow_kind(const char *probe_name)
{
	if (is_or_ends_in(probe_name, "entry"))
		return FLOW_ENTRY;
	if (is_or_ends_in(probe_name, "return"))
		return FLOW_RETURN;
	return FLOW_NONE;
}

struct flow_mark flow_mark(const struct ring_rec *rec,
			   const struct rec_layout *layout)
{
	const struct rec_header *header = (const struct rec_header *)rec->data;

	return (struct flow_mark){
		.cpu = rec->cpu,
		.prog_id = header->prog_id,
		.probe_tag = header->probe_tag,
		.tgid = header->tgid,
		.clause_id = layout->clause ? layout->clause->id : 0,
		.layout_id = layout->id,
	};
}

bool flow_is_same_firing(const struct flow_mark *mark,
			 const struct flow_mark *next)
{
	if (mark->cpu != next->cpu || mark->prog_id != next->prog_id ||
	    mark->probe_tag != next->probe_tag || mark->tgid != next->tgid)
		return false;
	if (mark->clause_id != next->clause_id)
		return mark->clause_id < next->clause_id;
	return mark->layout_id < next->layout_id;
}

void flow_hold(struct flow *flow, const struct ring_rec *rec,
	       uint64_t record_ns)
{
	strbuf_clear(&flow->held);
	strbuf_add(&flow->held, rec->data, rec->len_bytes);
	flow->held_cpu = rec->cpu;
	flow->held_ns = record_ns;
	flow->has_held = true;
}

struct ring_rec flow_held(const struct flow *flow)
{
	return (struct ring_rec){
		.cpu = flow->held_cpu,
		.data = (const uint8_t *)flow->held.text,
		.len_bytes = (uint32_t)flow->held.len,
	};
}

void flow_print(struct flow *flow, const struct flow_line *line,
		struct strbuf *out)
{
	static const char *const arrows[][2] = {
		[FLOW_NONE] = { "| ", "| " },
		[FLOW_ENTRY] = { " -> ", " => " },
		[FLOW_RETURN] = { " <- ", " <= " },
	};
	bool is_syscall = !strcmp(line->provider, "syscall");
	enum flow_kind kind = line->kind;

	if (kind == FLOW_ENTRY && flow->has_last &&
	    flow_is_same_firing(&flow->last, &line->mark))
		kind = FLOW_NONE;
	if (kind == FLOW_RETURN && line->has_more)
		kind = FLOW_NONE;
	if (kind == FLOW_RETURN && flow->indent >= INDENT_STEP)
		flow->indent -= INDENT_STEP;
	strbuf_pad(out, ' ', flow->indent);
	strbuf_puts(out, arrows[kind][is_syscall]);
	printable_puts(line->function, out);
	if (kind == FLOW_NONE) {
		strbuf_putc(out, ':');
		printable_puts(line->name, out);
	}
	if (kind == FLOW_ENTRY)
		flow->indent += INDENT_STEP;
	flow->last = line->mark;
	flow->has_last = true;
}
