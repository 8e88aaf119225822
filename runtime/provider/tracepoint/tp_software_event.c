// SPDX-License-Identifier: BSD-2-Clause
/*
 * Each event is counted with a period of 1, which the kernel does not throttle
 * for its own software events. It skips a program that would interrupt another
 * one, so both the events and the runs are counted.
 */
#include "runtime/provider/tracepoint/tp_software_event.h"

#include <linux/perf_event.h>
#include <string.h>

#include "base/text/printable.h"

int tp_perf_attach(struct cpu_events *events, const struct prov_env *env,
		   const struct probe *probe, uint32_t sw_event, int prog_fd,
		   struct kern_links *links, struct strbuf *warn)
{
	const struct kern_counter counter = {
		.type = PERF_TYPE_SOFTWARE, .config = sw_event, .period = 1,
	};
	const struct cpu_events_program program = {
		.probe = probe, .counter = &counter, .prog_fd = prog_fd,
	};

	return cpu_events_attach(events, env, &program, links, warn);
}

int tp_perf_start(const struct cpu_events *events, struct strbuf *warn)
{
	int err = 0;

	if (cpu_events_start(events, &err))
		printable_line(warn, "can't count an event of the kernel: %s",
			       strerror(-err));
	return err;
}

uint64_t tp_perf_stop(struct cpu_events *events)
{
	uint64_t sum = 0, cnt;

	for (size_t i = 0; i < events->all.cnt; i++)
		if (!kern_counter_stop(events->all.v[i].fd, &cnt))
			sum += cnt;
	cpu_events_close(events);
	return sum;
}
