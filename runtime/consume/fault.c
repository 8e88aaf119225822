// SPDX-License-Identifier: BSD-2-Clause
/*
 * Makes a message of a fault record:
 *
 *	error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address
 *	(0x0) in action #1
 *
 * A script that faults at each firing would bury its output in such lines, so
 * from the eleventh fault of a place on they are only counted. The counts are
 * reported together with drops.
 */
#include "runtime/consume/fault.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/text/printable.h"
#include "runtime/consume/consumer.h"

/* The meaning of the fault's value, and how it is shown. */
enum fault_value {
	VALUE_NONE,
	VALUE_ADDRESS,
	VALUE_HEX,
	VALUE_DECIMAL,
};

static const struct fault_row {
	const char *text;
	enum fault_value value;
} fault_rows[] = {
	[FAULT_UNKNOWN] = { "unknown fault", VALUE_NONE },
	[FAULT_BADADDR] = { "invalid address", VALUE_ADDRESS },
	[FAULT_BADALIGN] = { "invalid alignment", VALUE_ADDRESS },
	[FAULT_ILLOP] = { "illegal operation", VALUE_NONE },
	[FAULT_DIVZERO] = { "divide-by-zero", VALUE_NONE },
	[FAULT_NOSCRATCH] = { "out of scratch space", VALUE_NONE },
	[FAULT_KPRIV] = { "invalid kernel access", VALUE_NONE },
	[FAULT_UPRIV] = { "invalid user access", VALUE_NONE },
	[FAULT_TUPOFLOW] = { "tuple stack overflow", VALUE_NONE },
	[FAULT_BADSTACK] = { "bad stack", VALUE_ADDRESS },
	[FAULT_BADSIZE] = { "invalid size", VALUE_HEX },
	[FAULT_BADINDEX] = { "index out of bounds", VALUE_DECIMAL },
};

static const struct fault_row *fault_row(uint32_t fault)
{
	if (fault >= sizeof(fault_rows) / sizeof(fault_rows[0]))
		fault = FAULT_UNKNOWN;
	return &fault_rows[fault];
}

/* Addresses of scratch memory mean nothing outside of their firing. */
static void put_address(uint64_t address, struct strbuf *out)
{
	strbuf_printf(out, " (0x%llx", (unsigned long long)address);
	if (address >> (64 - SCRATCH_TAG_BITS) == SCRATCH_TAG)
		strbuf_puts(out, ", outside of what alloca() or copyin() gave "
				 "in this firing");
	strbuf_putc(out, ')');
}

void fault_print(const struct rec_error *error, uint32_t enabling,
		 const struct consumer_probe *probe, struct strbuf *out)
{
	const struct fault_row *row = fault_row(error->fault);
	const char *const names[] = { probe->provider, probe->module,
				      probe->function, probe->name };

	strbuf_printf(out, "error on enabled probe ID %u (ID %u: ", enabling,
		      probe->id);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (i)
			strbuf_putc(out, ':');
		printable_puts(names[i], out);
	}
	strbuf_printf(out, "): %s", row->text);
	switch (row->value) {
	case VALUE_NONE:
		break;
	case VALUE_ADDRESS:
		put_address(error->value, out);
		break;
	case VALUE_HEX:
		strbuf_printf(out, " (0x%llx)",
			      (unsigned long long)error->value);
		break;
	case VALUE_DECIMAL:
		strbuf_printf(out, " (%lld)", (long long)error->value);
		break;
	}
	if (error->action)
		strbuf_printf(out, " in action #%u", error->action);
	else
		strbuf_puts(out, " in predicate");
}

/* ----------------------------------------------------------------- folding */

struct fault_place {
	char *text; /* the last message for this place */
	uint64_t cnt, told_cnt;
};

bool fault_fold_add(struct fault_fold *fold, const struct rec_error *error,
		    const char *text)
{
	uint32_t key[] = { error->clause_id, error->action, error->fault };
	void **slot = map_put(&fold->places, key, sizeof(key));
	struct fault_place *place = *slot;

	if (!place)
		place = *slot = xcalloc(1, sizeof(*place));
	free(place->text);
	place->text = xstrdup(text);
	if (++place->cnt > FAULT_SHOWN)
		return false;
	place->told_cnt = place->cnt;
	return true;
}

void fault_fold_forget(struct fault_fold *fold)
{
	for (size_t i = 0; i < fold->places.cnt; i++) {
		struct fault_place *place = fold->places.entries[i].value;

		place->told_cnt = 0;
	}
}

void fault_fold_report(struct fault_fold *fold,
		       void (*fn)(void *ctx, const char *text), void *ctx)
{
	struct strbuf line = { 0 };

	for (size_t i = 0; i < fold->places.cnt; i++) {
		struct fault_place *place = fold->places.entries[i].value;
		uint64_t more = place->cnt - place->told_cnt;

		if (!more)
			continue;
		strbuf_clear(&line);
		strbuf_puts(&line, place->text);
		if (more > 1)
			strbuf_printf(&line, " ... and %llu more like this",
				      (unsigned long long)more - 1);
		fn(ctx, strbuf_text(&line));
		place->told_cnt = place->cnt;
	}
	strbuf_deinit(&line);
}

void fault_fold_deinit(struct fault_fold *fold)
{
	for (size_t i = 0; i < fold->places.cnt; i++) {
		struct fault_place *place = fold->places.entries[i].value;

		free(place->text);
		free(place);
	}
	map_deinit(&fold->places);
}
