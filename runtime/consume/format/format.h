/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The output formats (option oformat): how the records, aggregations, faults
 * and drops of a run are written. Actions with an effect (exit, clear, system
 * ...) are the same in all of them.
 *
 * To add one: a row of output_formats.def, and its struct format_ops format_<name> in
 * a file of its own. A function that is NULL has nothing to do.
 */
#ifndef DTRACE_RUNTIME_CONSUME_FORMAT_FORMAT_H
#define DTRACE_RUNTIME_CONSUME_FORMAT_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "lang/format.h"
#include "runtime/common/record.h"
#include "runtime/consume/symbolize.h"

struct consumer;
struct consumer_probe;
struct drop;
struct ring_rec;

enum format_id {
#define OFORMAT(name, text) OFORMAT_##name,
#include "runtime/common/output_formats.def"
#undef OFORMAT
	OFORMAT_CNT
};

/* All append to consumer->text. */
struct format_ops {
	/* Before the first record. May set consumer->format_state, ... */
	void (*begin)(struct consumer *consumer);
	/* ... which this frees; NULL: by free(). */
	void (*free_state)(void *format_state);
	/*
	 * The part of a firing's text that depends on its probe only; cached.
	 */
	void (*probe)(const struct consumer_probe *probe, struct strbuf *out);
	/* A clause that records has fired; performs its actions. */
	void (*firing)(struct consumer *consumer, const struct ring_rec *rec,
		       const struct rec_layout *layout);
	/* A pass over the rings that began at @start_ns is over. */
	void (*pass_end)(struct consumer *consumer, uint64_t start_ns);
	/*
	 * printa(): aggregations, joined by key, in a format or NULL. Called in
	 * the middle of a firing.
	 */
	void (*printa)(struct consumer *consumer, const uint32_t *ids,
		       size_t id_cnt, const struct fmt *format);
	/* A fault, with its message, which is also printed on stderr. */
	void (*fault)(struct consumer *consumer, const struct ring_rec *rec,
		      uint32_t enabling, const char *message);
	/* The same for a drop. */
	void (*drop)(struct consumer *consumer, const struct drop *drop);
	/* Each aggrate. */
	void (*tick)(struct consumer *consumer);
	/* ^C: what follows begins on a new line. */
	void (*interrupted)(struct consumer *consumer);
	/* All probes are detached, and all records were consumed. */
	void (*end)(struct consumer *consumer);
};

/* Option top. */
extern const struct format_ops format_top;
/* By enum format_id. */
extern const struct format_ops *const format_table[OFORMAT_CNT];

/* For a stack without frames, where a line or label must not be empty. */
#define OFORMAT_NO_STACK "[no stack]"

/*
 * Appends a datum without columns: a number, a string, the name of an address,
 * a line for each frame of a stack.
 */
void format_put_plain(struct address_env *env, const struct rec_field *field,
		    const uint8_t *data, struct strbuf *out);

/* "n" for @n; @none for the aggregation without a name. */
const char *format_agg_name(const struct agg_layout *layout, const char *none);

/*
 * format_ops.firing of formats that print no records: actions with an effect,
 * and printa().
 */
void format_effects(struct consumer *consumer, const struct ring_rec *rec,
		  const struct rec_layout *layout);

/* format_ops.printa of formats that show all aggregations anyway, or none. */
void format_no_printa(struct consumer *consumer, const uint32_t *ids,
		      size_t id_cnt, const struct fmt *format);

#endif
