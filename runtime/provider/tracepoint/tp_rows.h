/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of tracepoints.def as a table. Rows of one provider and name that
 * stand together are one probe with several sources.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_ROWS_H
#define DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tp_row_kind {
	TP_ROW_TP,
	TP_ROW_EACH, /* the same for each element of a list */
	TP_ROW_ELSE, /* replaces the row before it, if that one is missing */
	TP_ROW_FUNC, /* at a function; adjacent rows belong together */
	TP_ROW_RETURN, /* at the return of a function */
	TP_ROW_PERF, /* at a software event of perf */
	TP_ROW_NEVER,
	TP_ROW_WAIT, /* no probe: tracepoints of waits, for other rows */
};

struct tp_row {
	enum tp_row_kind kind;
	/* "NAME" or "FUNCTION:NAME"; WAIT: the tracepoint at the beginning */
	const char *provider, *name;
	const char *tracepoint;
	const char *when, *args, *types;
	const char *why;   /* NEVER */
	uint32_t sw_event; /* PERF: enum perf_sw_ids */
	const char *first, *next; /* EACH */
};

extern const struct tp_row tp_rows[];
extern const size_t tp_row_cnt;

/* Is the source of the row a function, and not an event of the kernel? */
bool tp_row_is_at_function(const struct tp_row *row);

#endif
