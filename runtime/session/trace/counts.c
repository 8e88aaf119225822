// SPDX-License-Identifier: BSD-2-Clause
/*
 * -x counts: what became of all firings and records, on stderr, and the memory
 * that this took. The sums must agree; if they do not, something was lost
 * silently, which is a bug in dtrace.
 */
#include "runtime/session/trace/counts.h"

#include <inttypes.h>

#include "runtime/consume/drops.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"

static void say_clause(const struct gen_prog *prog, size_t clause_idx,
		       const struct counters *counters)
{
	const struct clause *clause = prog->clauses[clause_idx];
	uint64_t cnt[CNT_CLAUSE_CNT];

	counters_row(counters, prog->row_first + (uint32_t)clause_idx, cnt);
	if (prog->is_spare && !cnt[CNT_ENTERED])
		return; /* spare programs of files that did not appear */
	session_say("clause %u in program %u (%s): entered %" PRIu64
		    " = predicate false %" PRIu64 " + completed %" PRIu64
		    " + faulted %" PRIu64 " + no scratch %" PRIu64
		    " + after exit %" PRIu64, clause->id + 1, prog->prog_id,
		    prog->class_name, cnt[CNT_ENTERED], cnt[CNT_PRED_FALSE],
		    cnt[CNT_COMPLETED], cnt[CNT_FAULTED], cnt[CNT_NO_SCRATCH],
		    cnt[CNT_AFTER_EXIT]);
}

/* Overwritten records are not counted; they are the remainder. */
static void say_sum(const struct session *session, const char *what,
		    uint64_t attempted, uint64_t delivered, uint64_t dropped)
{
	uint64_t overwritten = 0;

	if (session->consuming.consumer.rings.has_overwritten)
		overwritten = attempted - delivered - dropped;
	if (session->options.value[OPT_bufpolicy] == POLICY_RING)
		session_say("%s: attempted %" PRIu64 " = delivered %" PRIu64
			    " + overwritten %" PRIu64 " + dropped %" PRIu64,
			    what, attempted, delivered, overwritten, dropped);
	else
		session_say("%s: attempted %" PRIu64 " = delivered %" PRIu64
			    " + dropped %" PRIu64,
			    what, attempted, delivered, dropped);
}

static void say_memory(const struct session *session)
{
	struct kern_memory memory;

	kern_maps_memory(&session->loaded.maps, &memory);
	session_say("memory of the kernel: rings %" PRIu64 " + aggregations %"
		    PRIu64 " + variables %" PRIu64 " + other %" PRIu64 " bytes",
		    memory.ring_bytes, memory.agg_bytes, memory.variable_bytes,
		    memory.other_bytes);
}

void session_say_counts(const struct session *session)
{
	const struct counters *counters =
		&session->consuming.consumer.drops.counters;

	for (size_t i = 0; i < session->generated.result->progs.cnt; i++) {
		const struct gen_prog *prog =
			&session->generated.result->progs.v[i];

		for (size_t c = 0; c < prog->clause_cnt; c++)
			say_clause(prog, c, counters);
	}
	say_sum(session, "records", counters_total(counters, CNT_REC_ATTEMPTED),
		session->consuming.consumer.record_cnt,
		counters_total(counters, CNT_REC_DROPPED));
	say_sum(session, "faults", counters_total(counters, CNT_ERR_ATTEMPTED),
		session->consuming.consumer.error_cnt,
		counters_total(counters, CNT_ERR_DROPPED));
	session_say("aggregations: dropped %" PRIu64,
		    counters_total(counters, CNT_AGG_DROPPED));
	if (session->generated.result->dyns.cnt ||
	    session->generated.result->self_bytes)
		session_say("dynamic variables: dropped %" PRIu64,
			    counters_total(counters, CNT_DYN_DROPPED));
	say_memory(session);
}
