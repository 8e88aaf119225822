/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/perf_event.h>

#include "runtime/provider/tracepoint/tp_rows.h"

const struct tp_row tp_rows[] = {
#define TP_PROVIDER(provider, name_class, arg_level)
#define ROW(row_kind, prov, probe, place, cond, values, texts) \
	.kind = row_kind, .provider = prov, .name = probe, \
	.tracepoint = place, .when = cond, .args = values, .types = texts
#define TP(provider, name, tracepoint, when, args, types) \
	{ ROW(TP_ROW_TP, #provider, name, tracepoint, when, args, types) },
#define TP_EACH(provider, name, tracepoint, when, args, types, head, link) \
	{ ROW(TP_ROW_EACH, #provider, name, tracepoint, when, args, types), \
	  .first = head, .next = link },
#define TP_ELSE(provider, name, tracepoint, when, args, types) \
	{ ROW(TP_ROW_ELSE, #provider, name, tracepoint, when, args, types) },
#define TP_FUNC(provider, name, function, when, args, types) \
	{ ROW(TP_ROW_FUNC, #provider, name, function, when, args, types) },
#define TP_RETURN(provider, name, function, when, args, types) \
	{ ROW(TP_ROW_RETURN, #provider, name, function, when, args, types) },
#define TP_PERF(provider, name, event, when, args, types) \
	{ ROW(TP_ROW_PERF, #provider, name, #event, when, args, types), \
	  .sw_event = PERF_COUNT_SW_##event },
#define TP_NEVER(provider, name, reason) \
	{ ROW(TP_ROW_NEVER, #provider, name, NULL, NULL, NULL, ""), \
	  .why = reason },
#define TP_WAIT(provider, begin, end) \
	{ ROW(TP_ROW_WAIT, #provider, begin, end, NULL, NULL, NULL) },
#include "runtime/provider/tracepoint/tracepoints.def"
#undef ROW
#undef TP
#undef TP_EACH
#undef TP_WAIT
#undef TP_ELSE
#undef TP_FUNC
#undef TP_RETURN
#undef TP_PERF
#undef TP_NEVER
#undef TP_PROVIDER
};

const size_t tp_row_cnt = sizeof(tp_rows) / sizeof(tp_rows[0]);

bool tp_row_is_at_function(const struct tp_row *row)
{
	return row->kind == TP_ROW_FUNC || row->kind == TP_ROW_RETURN;
}
