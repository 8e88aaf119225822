/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The counters that programs keep: losses, reported in DTrace's words, and sums
 * that must be equal.
 */
#ifndef DTRACE_RUNTIME_CONSUME_DROPS_H
#define DTRACE_RUNTIME_CONSUME_DROPS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/record.h"

/* The counter map as mapped memory. */
struct counters {
	const void *mem; /* NULL: all counters are 0 */
	uint32_t stride_bytes; /* per CPU */
	uint32_t cpu_max;
	uint32_t row_cnt;
	const struct rt_spec_head *spec; /* NULL: no speculations */
	const uint64_t *missed; /* firings that the kernel skipped, or NULL */
	const uint64_t *nested; /* ... that traced programs skipped, or NULL */
};

/* Sums over all CPUs. */
uint64_t counters_total(const struct counters *counters,
			enum rt_cpu_counter counter);
/*
 * Sums the counters of one row over all CPUs, and computes CNT_COMPLETED:
 * entered = sum of the others.
 */
void counters_row(const struct counters *counters, uint32_t row,
		  uint64_t ret[CNT_CLAUSE_CNT]);

/* The drops reported so far. */
struct drops {
	struct counters counters;
	uint64_t *told; /* [cpu][kind of drop] */
};

/* A counter that has grown. */
struct drop {
	const char *kind; /* "principal": the tag, in small letters */
	bool is_of_all;	  /* counted for all CPUs together */
	uint32_t cpu;
	uint64_t count;	  /* since the last report */
	const char *text; /* "2 drops on CPU 1" */
};

void drops_init(struct drops *drops, const struct counters *counters);
/* Lets drops_report() report all drops since the start. */
void drops_forget(struct drops *drops);
void drops_deinit(struct drops *drops);
/*
 * Reports each counter that has grown since the last call. @with_tags: the text
 * begins with the tag (option droptags). Returns the number of reports.
 */
int drops_report(struct drops *drops, bool with_tags,
		 void (*fn)(void *ctx, const struct drop *drop), void *ctx);

#endif
