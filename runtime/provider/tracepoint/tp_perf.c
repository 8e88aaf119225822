/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each event is counted with a period of 1: the kernel does not throttle the
 * events of its own code. It does leave programs out where one of them runs
 * already, so both the events and the runs are counted.
 */
#include "runtime/provider/tracepoint/tp_perf.h"

#include <linux/perf_event.h>
#include <string.h>
#include <unistd.h>

#include "base/printable.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/link/event.h"

static int attach_cpus(struct tp_perf *perf, const struct prov_env *env,
		       const struct kern_cpus *cpus, uint32_t sw_event,
		       int prog_fd, struct kern_links *links,
		       struct kern_log *log)
{
	const struct kern_counter counter = {
		.type = PERF_TYPE_SOFTWARE, .config = sw_event, .period = 1,
	};
	int64_t only_cpu = env->options->value[OPT_cpu];
	int err = 0, fd;

	for (uint32_t cpu = 0; cpu < cpus->cpu_max && !err; cpu++) {
		if (!cpus->online[cpu] || (only_cpu >= 0 && cpu != only_cpu))
			continue;
		err = kern_counter_attach(links, prog_fd, cpu, &counter, &fd,
					  log);
		if (!err)
			vec_push(&perf->event_fds, fd);
	}
	return err;
}

int tp_perf_attach(struct tp_perf *perf, const struct prov_env *env,
		   const struct probe *probe, uint32_t sw_event, int prog_fd,
		   struct kern_links *links, struct strbuf *warn)
{
	struct kern_log log = { 0 };
	struct kern_cpus cpus;
	int err = kern_cpus_init(&cpus);

	if (err)
		return err;
	err = attach_cpus(perf, env, &cpus, sw_event, prog_fd, links, &log);
	if (err)
		printable_line(warn, "%s:::%s: %s", probe->provider,
			       probe->name, strbuf_text(&log.message));
	kern_cpus_deinit(&cpus);
	kern_log_deinit(&log);
	return err;
}

int tp_perf_start(struct tp_perf *perf, struct strbuf *warn)
{
	int err = 0;

	for (size_t i = 0; i < perf->event_fds.cnt && !err; i++)
		err = kern_counter_start(perf->event_fds.v[i]);
	if (err)
		printable_line(warn, "can't count an event of the kernel: %s",
			       strerror(-err));
	return err;
}

uint64_t tp_perf_stop(struct tp_perf *perf)
{
	uint64_t sum = 0, cnt;

	for (size_t i = 0; i < perf->event_fds.cnt; i++)
		if (!kern_counter_stop(perf->event_fds.v[i], &cnt))
			sum += cnt;
	tp_perf_deinit(perf);
	return sum;
}

void tp_perf_deinit(struct tp_perf *perf)
{
	for (size_t i = 0; i < perf->event_fds.cnt; i++)
		close(perf->event_fds.v[i]);
	vec_deinit(&perf->event_fds);
}
