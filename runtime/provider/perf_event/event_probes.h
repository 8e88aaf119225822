/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The probes of a provider whose probes are events of the CPUs (profile, cpc).
 * A description that names one creates it; each is a program.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_PERF_EVENT_EVENT_PROBES_H
#define DTRACE_RUNTIME_PROVIDER_PERF_EVENT_EVENT_PROBES_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/provider/perf_event/cpu_events.h"

struct event_probe {
	const struct probe *probe;
	const char *class_name; /* of its program */
	struct kern_counter counter;
	bool is_on_one_cpu;
	enum abi_irq irq;
	bool counts_runs; /* see abi.counts_runs */
	/* number of runs that may be missing: set by the provider */
	uint64_t slack;
	VEC(const struct clause *) clauses;
	uint32_t prog_id; /* valid if it has clauses */
};

struct event_probes {
	const struct prov_env *env;
	const struct stability *attrs; /* PROVIDER_ATTR_CNT */
	VEC(struct event_probe) all;
	struct cpu_events events;
};

/* Returns whether a probe has that name. */
bool event_probes_has(const struct event_probes *list, const char *name);
/* Adds a probe, whose other members the caller sets. */
struct event_probe *event_probes_add(struct event_probes *list,
				     const char *provider, const char *name);
void event_probes_deinit(struct event_probes *list);

/* The parts of provider_ops that all such providers have. */
int event_probes_match(const struct event_probes *list,
		       const struct probe_spec *spec, struct prov_sink *sink);
void event_probes_enable(struct event_probes *list, uint32_t site,
			 const struct clause *clause);
int event_probes_generate(struct event_probes *list, struct gen *gen);
int event_probes_attach(struct event_probes *list, const int *prog_fds,
			struct kern_links *links, struct strbuf *warn);
const struct probe *event_probes_lookup(const struct event_probes *list,
					uint32_t probe_tag);

#endif
