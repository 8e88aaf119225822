// SPDX-License-Identifier: BSD-2-Clause
/*
 * Makes lines about drops from counters.
 *
 *	counter map: [cpu] CNT_CPU_CNT words, then rows of CNT_CLAUSE_CNT
 *	"dtrace: 12 aggregation drops on CPU 0"
 *	"dtrace: 1 error in ERROR probe enabling"
 *
 * A principal drop is a record of a firing that found its ring full, or one
 * that was never made because no scratch slot was free; fault records are
 * principal data, too. A dropped key record is not reported, because nothing is
 * lost: the hash is then walked.
 */
#include "runtime/consume/drops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text/strbuf.h"

enum { DROP_SOURCE_MAX = 2 };

/* A kind of drop: its name and its counter. */
static const struct drop_kind {
	const char *tag;   /* after DTRACEDROP_ */
	const char *name;
	const char *words; /* of one; */
	const char *more;  /* of several */
	bool is_of_all;	   /* one line for all CPUs together */
	/* of a pointer in struct counters, what that leads to; 0: none */
	size_t host_source;
	enum rt_cpu_counter sources[DROP_SOURCE_MAX];
	int source_cnt;
	/* a sum over all rows; CNT_ENTERED: none */
	enum rt_clause_counter row_source;
	size_t spec_source; /* offset in struct rt_spec_head; 0: none */
} drop_kinds[] = {
	{ .tag = "PRINCIPAL",
	  .name = "principal",
	  .words = "drop",
	  .more = "drops",
	  .sources = { CNT_REC_DROPPED, CNT_ERR_DROPPED },
	  .source_cnt = 2,
	  .row_source = CNT_NO_SCRATCH },
	{ .tag = "AGGREGATION",
	  .name = "aggregation",
	  .words = "aggregation drop",
	  .more = "aggregation drops",
	  .sources = { CNT_AGG_DROPPED },
	  .source_cnt = 1 },
	{ .tag = "DBLERROR",
	  .name = "dblerror",
	  .words = "error in ERROR probe enabling",
	  .more = "errors in ERROR probe enabling",
	  .is_of_all = true,
	  .sources = { CNT_ERR_IN_ERROR },
	  .source_cnt = 1 },
	{ .tag = "SPEC",
	  .name = "spec",
	  .words = "speculative drop",
	  .more = "speculative drops",
	  .is_of_all = true,
	  .spec_source = offsetof(struct rt_spec_head, dropped_cnt) },
	{ .tag = "SPECBUSY",
	  .name = "specbusy",
	  .words = "failed speculation (available buffer(s) still busy)",
	  .more = "failed speculations (available buffer(s) still busy)",
	  .is_of_all = true,
	  .spec_source = offsetof(struct rt_spec_head, failed_busy_cnt) },
	{ .tag = "SPECUNAVAIL",
	  .name = "specunavail",
	  .words = "failed speculation (no speculative buffer available)",
	  .more = "failed speculations (no speculative buffer available)",
	  .is_of_all = true,
	  .spec_source = offsetof(struct rt_spec_head, failed_none_cnt) },
	{ .tag = "RETURN",
	  .name = "return",
	  .words = "return drop (the kernel keeps 64 for each thread)",
	  .more = "return drops (the kernel keeps 64 for each thread)",
	  .is_of_all = true,
	  .sources = { CNT_RET_DROPPED },
	  .source_cnt = 1 },
	{ .tag = "MISSED",
	  .name = "missed",
	  .words = "missed firing (the kernel was in another probe on that CPU)",
	  .more = "missed firings (the kernel was in other probes on that CPU)",
	  .is_of_all = true,
	  .host_source = offsetof(struct counters, missed),
	  .sources = { CNT_MISSED },
	  .source_cnt = 1 },
	{ .tag = "NESTED",
	  .name = "nested",
	  .words = "nested drop (a signal handler fired a direct probe within "
		   "another, with self-> variables)",
	  .more = "nested drops (signal handlers fired direct probes within "
		  "others, with self-> variables)",
	  .is_of_all = true,
	  .host_source = offsetof(struct counters, nested) },
	{ .tag = "DYNAMIC",
	  .name = "dynamic",
	  .words = "dynamic variable drop",
	  .more = "dynamic variable drops",
	  .sources = { CNT_DYN_DROPPED },
	  .source_cnt = 1 },
};

enum { DROP_KIND_CNT = sizeof(drop_kinds) / sizeof(drop_kinds[0]) };

static uint64_t load_word(const struct counters *counters, uint32_t cpu,
			  uint32_t off)
{
	const uint8_t *p = counters->mem;

	if (!p)
		return 0;
	p += (size_t)cpu * counters->stride_bytes + off;
	return __atomic_load_n((const uint64_t *)p, __ATOMIC_RELAXED);
}

static uint64_t counters_cpu(const struct counters *counters, uint32_t cpu,
			     enum rt_cpu_counter counter)
{
	return load_word(counters, cpu, (uint32_t)counter * 8);
}

uint64_t counters_total(const struct counters *counters,
			enum rt_cpu_counter counter)
{
	uint64_t total = 0;

	for (uint32_t cpu = 0; cpu < counters->cpu_max; cpu++)
		total += counters_cpu(counters, cpu, counter);
	return total;
}

void counters_row(const struct counters *counters, uint32_t row,
		  uint64_t ret[CNT_CLAUSE_CNT])
{
	uint64_t others = 0;

	for (uint32_t i = 0; i < CNT_CLAUSE_CNT; i++) {
		ret[i] = 0;
		for (uint32_t cpu = 0; cpu < counters->cpu_max; cpu++)
			ret[i] += load_word(counters, cpu,
					    rt_counter_off(row, i));
		if (i != CNT_ENTERED && i != CNT_COMPLETED)
			others += ret[i];
	}
	ret[CNT_COMPLETED] = ret[CNT_ENTERED] - others;
}

void drops_init(struct drops *drops, const struct counters *counters)
{
	drops->counters = *counters;
	drops->told = xcalloc((size_t)counters->cpu_max * DROP_KIND_CNT,
			      sizeof(drops->told[0]));
}

void drops_forget(struct drops *drops)
{
	memset(drops->told, 0,
	       (size_t)drops->counters.cpu_max * DROP_KIND_CNT *
		       sizeof(drops->told[0]));
}

void drops_deinit(struct drops *drops)
{
	free(drops->told);
	drops->told = NULL;
}

static uint64_t cpu_drop_count(const struct counters *counters, uint32_t cpu,
			       const struct drop_kind *kind)
{
	uint64_t count = 0;

	for (int i = 0; i < kind->source_cnt; i++)
		count += counters_cpu(counters, cpu, kind->sources[i]);
	if (kind->row_source != CNT_ENTERED)
		for (uint32_t row = 0; row < counters->row_cnt; row++)
			count += load_word(counters, cpu,
					   rt_counter_off(row,
							  kind->row_source));
	return count;
}

static uint64_t spec_drop_count(const struct counters *counters,
				const struct drop_kind *kind)
{
	const uint8_t *head = (const uint8_t *)counters->spec;

	if (!head || !kind->spec_source)
		return 0;
	return __atomic_load_n((const uint64_t *)(head + kind->spec_source),
			       __ATOMIC_RELAXED);
}

static uint64_t host_drop_count(const struct counters *counters,
				const struct drop_kind *kind)
{
	const uint64_t *count = NULL;

	if (kind->host_source)
		memcpy(&count, (const char *)counters + kind->host_source,
		       sizeof(count));
	return count ? *count : 0;
}

/* Counters of all CPUs together are stored as those of the first CPU. */
static uint64_t drop_count(const struct counters *counters, uint32_t cpu,
			   const struct drop_kind *kind)
{
	uint64_t count = 0;

	if (!kind->is_of_all)
		return cpu_drop_count(counters, cpu, kind);
	if (cpu == 0)
		count = host_drop_count(counters, kind) +
			spec_drop_count(counters, kind);
	for (uint32_t i = 0; i < counters->cpu_max && cpu == 0; i++)
		count += cpu_drop_count(counters, i, kind);
	return count;
}

static char *drop_text(const struct drop_kind *kind, bool with_tag,
		       uint64_t count, uint32_t cpu)
{
	struct strbuf text = { 0 };

	if (with_tag)
		strbuf_printf(&text, "[DTRACEDROP_%s] ", kind->tag);
	strbuf_printf(&text, "%llu %s", (unsigned long long)count,
		      count == 1 ? kind->words : kind->more);
	if (!kind->is_of_all)
		strbuf_printf(&text, " on CPU %u", cpu);
	return text.text;
}

int drops_report(struct drops *drops, bool with_tags,
		 void (*fn)(void *ctx, const struct drop *drop), void *ctx)
{
	int grown_cnt = 0;

	for (uint32_t cpu = 0; cpu < drops->counters.cpu_max; cpu++) {
		for (int i = 0; i < DROP_KIND_CNT; i++) {
			const struct drop_kind *kind = &drop_kinds[i];
			uint64_t *told = &drops->told[cpu * DROP_KIND_CNT + i];
			uint64_t count =
				drop_count(&drops->counters, cpu, kind);
			char *text;

			if (count == *told)
				continue;
			text = drop_text(kind, with_tags, count - *told, cpu);
			fn(ctx, &(struct drop){ .kind = kind->name,
						.is_of_all = kind->is_of_all,
						.cpu = cpu,
						.count = count - *told,
						.text = text });
			free(text);
			*told = count;
			grown_cnt++;
		}
	}
	return grown_cnt;
}
