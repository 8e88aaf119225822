/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of -F: calls and returns are indented by their depth. */
#ifndef DTRACE_RUNTIME_CONSUME_FLOWINDENT_H
#define DTRACE_RUNTIME_CONSUME_FLOWINDENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "runtime/common/record.h"
#include "runtime/consume/ring.h"

enum flow_kind {
	FLOW_NONE,
	FLOW_ENTRY,
	FLOW_RETURN,
};

/* The parts of a record that identify its firing. */
struct flow_mark {
	unsigned int cpu;
	uint32_t prog_id, probe_tag, tgid;
	uint32_t clause_id, layout_id;
};

struct flow {
	unsigned int indent; /* blanks */
	struct flow_mark last; /* the record printed last */
	bool has_last;
	/* A return that is held until the next record is read. */
	bool has_held;
	unsigned int held_cpu;
	uint64_t held_ns; /* when it was recorded or committed */
	struct strbuf held;
};

void flow_deinit(struct flow *flow);
/* The kind of a probe by its name: "entry", "x-entry", "return", "x-return". */
enum flow_kind flow_kind(const char *probe_name);
struct flow_mark flow_mark(const struct ring_rec *rec,
			   const struct rec_layout *layout);
/* Whether @next comes from a later clause of the firing that wrote @mark. */
bool flow_is_same_firing(const struct flow_mark *mark,
			 const struct flow_mark *next);

/* Keeps a copy of @rec; flow_held() gives it back. */
void flow_hold(struct flow *flow, const struct ring_rec *rec,
	       uint64_t record_ns);
struct ring_rec flow_held(const struct flow *flow);

/* The probe of a line. Names are borrowed. */
struct flow_line {
	const char *provider, *function, *name;
	enum flow_kind kind; /* by the probe's name */
	struct flow_mark mark;
	bool has_more; /* the next record is of the same firing */
};

/* Adds "  -> function" or the like and sets the indent of what follows. */
void flow_print(struct flow *flow, const struct flow_line *line,
		struct strbuf *out);

#endif
