/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perf events that run a program, one on each CPU that is traced. They are
 * opened stopped, and start when BEGIN has run.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_CPU_EVENTS_H
#define DTRACE_RUNTIME_PROVIDER_CPU_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "runtime/kernel/link/event.h"
#include "runtime/provider/provider.h"

struct cpu_event {
	size_t probe_idx; /* of the provider */
	uint32_t cpu;
	int fd;
};

/* Those of a provider. Zeroed: none. */
struct cpu_events {
	VEC(struct cpu_event) all;
};

/* What runs at which events. */
struct cpu_events_program {
	const struct probe *probe;
	size_t probe_idx;
	const struct kern_counter *counter;
	const uint64_t *kaddrs; /* [cpu]: what is watched there; or NULL */
	bool is_on_one_cpu; /* only on the first of those that are traced */
	int prog_fd;
};

/*
 * Attaches a program to an event of each CPU that is traced (-x cpu) and
 * online. Returns 0, or -errno with a line in @warn that begins with the probe.
 */
int cpu_events_attach(struct cpu_events *events, const struct prov_env *env,
		      const struct cpu_events_program *program,
		      struct kern_links *links, struct strbuf *warn);
/* Starts them. Returns NULL, or the one that can't start with *@err_ret. */
const struct cpu_event *cpu_events_start(const struct cpu_events *events,
					 int *err_ret);
/* The programs remain attached. */
void cpu_events_close(struct cpu_events *events);

#endif
