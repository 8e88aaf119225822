/* SPDX-License-Identifier: BSD-2-Clause */
/* What the rows of a probe are on the running kernel. */
#ifndef DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_SOURCE_H
#define DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_SOURCE_H

#include "runtime/common/probe_access.h"
#include "runtime/provider/tracepoint/tp_kprobe.h"
#include "runtime/provider/tracepoint/tp_rows.h"

/* A row on this kernel. */
struct tp_source {
	bool is_missing; /* the kernel lacks the tracepoint or a member */
	int err;	 /* why not, as -errno; 0: exists, or not needed */
	struct probe_abi abi;
	struct tp_func func; /* FUNC, RETURN: the function */
	uint32_t prog_id; /* valid if the probe has clauses */
};

/*
 * Finds out what the kernel offers for the @cnt rows of a probe, into
 * @sources[cnt], which are zero before: a row of kind ELSE, FUNC or RETURN is
 * missing if rows before it serve.
 */
void tp_sources_find(const struct prov_env *env, const struct tp_row *rows,
		     size_t cnt, struct tp_source *sources);

#endif
