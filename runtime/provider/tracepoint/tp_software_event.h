/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes at software events of perf: TP_PERF rows of tracepoints.def.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_SOFTWARE_EVENT_H
#define DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_SOFTWARE_EVENT_H

#include "runtime/provider/perf_event/cpu_events.h"

/*
 * Attaches a program to the software event @sw_event (enum perf_sw_ids) of the
 * CPUs that are traced; tp_perf_start() starts it. The program counts its runs.
 * Returns 0, or -errno with a line in @warn that begins with @probe.
 */
int tp_perf_attach(struct cpu_events *events, const struct prov_env *env,
		   const struct probe *probe, uint32_t sw_event, int prog_fd,
		   struct kern_links *links, struct strbuf *warn);
/* provider_ops.start, provider_ops.stop */
int tp_perf_start(const struct cpu_events *events, struct strbuf *warn);
uint64_t tp_perf_stop(struct cpu_events *events);

#endif
