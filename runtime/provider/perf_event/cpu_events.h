/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perf events that run a program, one on each traced CPU. They are opened
 * disabled and started when BEGIN has run.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_PERF_EVENT_CPU_EVENTS_H
#define DTRACE_RUNTIME_PROVIDER_PERF_EVENT_CPU_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "base/vec.h"
#include "runtime/kernel/link/perf_counter.h"
#include "runtime/provider/provider.h"

struct cpu_event {
	size_t probe_idx; /* index in the provider's table */
	uint32_t cpu;
	int fd;
};

/* The events of a provider. Zeroed: none. */
struct cpu_events {
	VEC(struct cpu_event) all;
};

/* A program and the events at which it runs. */
struct cpu_events_program {
	const struct probe *probe;
	size_t probe_idx;
	const struct kern_counter *counter;
	/* [cpu]: address that is watched there; or NULL */
	const uint64_t *kaddrs;
	bool is_on_one_cpu; /* only on the first traced CPU */
	int prog_fd;
};

/*
 * Attaches a program to an event of each CPU that is traced (-x cpu) and
 * online. Returns 0, or -errno with a line in @warn that begins with the probe.
 */
int cpu_events_attach(struct cpu_events *events, const struct prov_env *env,
		      const struct cpu_events_program *program,
		      struct kern_links *links, struct strbuf *warn);
/*
 * Starts them. Returns NULL, or the one that can't be started, with *@err_ret
 * set.
 */
const struct cpu_event *cpu_events_start(const struct cpu_events *events,
					 int *err_ret);
/* The programs remain attached. */
void cpu_events_close(struct cpu_events *events);

#endif
