// SPDX-License-Identifier: BSD-2-Clause
/*
 * Fault record -> message:
 *
 *	error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address
 *	(0x0) in action #1
 */
#include "runtime/consume/fault.h"

/* What the fault's value is, and how it is shown. */
enum fault_value {
	VALUE_NONE,
	VALUE_HEX,
	VALUE_DECIMAL,
};

static const struct fault_row {
	const char *text;
	enum fault_value value;
} fault_rows[] = {
	[FAULT_UNKNOWN] = { "unknown fault", VALUE_NONE },
	[FAULT_BADADDR] = { "invalid address", VALUE_HEX },
	[FAULT_BADALIGN] = { "invalid alignment", VALUE_HEX },
	[FAULT_ILLOP] = { "illegal operation", VALUE_NONE },
	[FAULT_DIVZERO] = { "divide-by-zero", VALUE_NONE },
	[FAULT_NOSCRATCH] = { "out of scratch space", VALUE_NONE },
	[FAULT_KPRIV] = { "invalid kernel access", VALUE_NONE },
	[FAULT_UPRIV] = { "invalid user access", VALUE_NONE },
	[FAULT_TUPOFLOW] = { "tuple stack overflow", VALUE_NONE },
	[FAULT_BADSTACK] = { "bad stack", VALUE_HEX },
	[FAULT_BADSIZE] = { "invalid size", VALUE_HEX },
	[FAULT_BADINDEX] = { "index out of bounds", VALUE_DECIMAL },
};

static const struct fault_row *fault_row(uint32_t fault)
{
	if (fault >= sizeof(fault_rows) / sizeof(fault_rows[0]))
		fault = FAULT_UNKNOWN;
	return &fault_rows[fault];
}

void fault_print(const struct rec_error *error, uint32_t enabling,
		 const struct consumer_probe *probe, struct strbuf *out)
{
	const struct fault_row *row = fault_row(error->fault);

	strbuf_printf(out,
		      "error on enabled probe ID %u (ID %u: %s:%s:%s:%s): %s",
		      enabling, probe->id, probe->provider, probe->module,
		      probe->function, probe->name, row->text);
	switch (row->value) {
	case VALUE_NONE:
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
