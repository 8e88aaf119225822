// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/provider/perf_event/cpu_events.h"

#include <string.h>
#include <unistd.h>

#include "base/text/printable.h"
#include "runtime/kernel/cpu.h"

static int attach_cpu(struct cpu_events *events, uint32_t cpu,
		      const struct cpu_events_program *program,
		      struct kern_links *links, struct strbuf *warn)
{
	struct cpu_event event = { .probe_idx = program->probe_idx, .cpu = cpu };
	struct kern_counter counter = *program->counter;
	struct kern_log log = { 0 };
	int err;

	if (program->kaddrs)
		counter.config1 = program->kaddrs[cpu];
	err = kern_counter_attach(links, program->prog_fd, cpu, &counter,
				  &event.fd, &log);
	if (!err)
		vec_push(&events->all, event);
	else
		printable_line(warn, "%s:::%s: %s", program->probe->provider,
			       program->probe->name, strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err;
}

int cpu_events_attach(struct cpu_events *events, const struct prov_env *env,
		      const struct cpu_events_program *program,
		      struct kern_links *links, struct strbuf *warn)
{
	int64_t only_cpu = env->options->value[OPT_cpu];
	struct kern_cpus cpus;
	int err = kern_cpus_init(&cpus);

	if (err) {
		printable_line(warn, "%s:::%s: " KERN_CPUS_UNREADABLE ": %s",
			       program->probe->provider, program->probe->name,
			       strerror(-err));
		return err;
	}
	for (uint32_t cpu = 0; cpu < cpus.cpu_max && !err; cpu++) {
		if (!cpus.online[cpu] || (only_cpu >= 0 && cpu != only_cpu))
			continue;
		err = attach_cpu(events, cpu, program, links, warn);
		if (program->is_on_one_cpu)
			break;
	}
	kern_cpus_deinit(&cpus);
	return err;
}

const struct cpu_event *cpu_events_start(const struct cpu_events *events,
					 int *err_ret)
{
	for (size_t i = 0; i < events->all.cnt; i++) {
		*err_ret = kern_counter_start(events->all.v[i].fd);
		if (*err_ret)
			return &events->all.v[i];
	}
	return NULL;
}

void cpu_events_close(struct cpu_events *events)
{
	for (size_t i = 0; i < events->all.cnt; i++)
		close(events->all.v[i].fd);
	vec_deinit(&events->all);
}
