/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The forms of the output (option oformat): what becomes of the records,
 * aggregations, faults and drops of a run. Actions with an effect (exit,
 * clear, system ...) are the same in all of them.
 *
 * To add one: a row of forms.def, its struct form_ops form_<name> in a file
 * of its own. A function that is NULL: nothing is to be done there.
 */
#ifndef DTRACE_RUNTIME_CONSUME_FORM_H
#define DTRACE_RUNTIME_CONSUME_FORM_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "lang/format.h"
#include "runtime/consume/address.h"
#include "runtime/record.h"

struct consumer;
struct consumer_probe;
struct drop;
struct ring_rec;

enum form_id {
#define FORM(name, text) FORM_##name,
#include "runtime/consume/forms.def"
#undef FORM
	FORM_CNT
};

/* All append to consumer->text. */
struct form_ops {
	/* In front of the first record. May set consumer->form_state, ... */
	void (*begin)(struct consumer *consumer);
	/* ... which this frees; NULL: by free(). */
	void (*free_state)(void *form_state);
	/* What of a firing depends on its probe alone; it is kept. */
	void (*probe)(const struct consumer_probe *probe, struct strbuf *out);
	/* A clause that records has fired; its actions are to be done. */
	void (*firing)(struct consumer *consumer, const struct ring_rec *rec,
		       const struct rec_layout *layout);
	/* A pass over the rings that began at @start_ns is over. */
	void (*pass_end)(struct consumer *consumer, uint64_t start_ns);
	/*
	 * printa(): aggregations, joined by key, by a format or NULL. Called
	 * in the middle of a firing.
	 */
	void (*printa)(struct consumer *consumer, const uint32_t *ids,
		       size_t id_cnt, const struct fmt *format);
	/* A fault, with its message, which went to stderr as well. */
	void (*fault)(struct consumer *consumer, const struct ring_rec *rec,
		      uint32_t enabling, const char *message);
	/* The same for a drop. */
	void (*drop)(struct consumer *consumer, const struct drop *drop);
	/* Each aggrate. */
	void (*tick)(struct consumer *consumer);
	/* ^C: what follows begins on a new line. */
	void (*interrupted)(struct consumer *consumer);
	/* Probes are gone, all records were consumed. */
	void (*end)(struct consumer *consumer);
};

/* By enum form_id. */
extern const struct form_ops *const form_table[FORM_CNT];

/*
 * A datum as it is, without columns: a number, a text, the name of an address,
 * a line for each frame of a stack.
 */
void form_put_plain(struct address_env *env, const struct rec_field *field,
		    const uint8_t *data, struct strbuf *out);

/* "n" of @n; @none for the aggregation without a name. */
const char *form_agg_name(const struct agg_layout *layout, const char *none);

/* form_ops.firing of forms that print no records: the effects, and printa(). */
void form_effects(struct consumer *consumer, const struct ring_rec *rec,
		  const struct rec_layout *layout);

#endif
