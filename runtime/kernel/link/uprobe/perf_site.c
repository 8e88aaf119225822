/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches one site by a BPF link on a perf event of the dynamic PMU "uprobe".
 *
 *	/sys/bus/event_source/devices/uprobe/type                  9
 *	.../format/retprobe         bit of config                  config:0
 *	.../format/ref_ctr_offset   semaphore, in upper half       config:32-63
 *	config1 = path, config2 = offset of the site in the file
 *
 * The event is opened for a process with pid and any CPU, for all processes
 * with one CPU and any pid. Either is enough: it decides where the kernel
 * places breakpoints, and a BPF program runs on every hit of them, on every CPU
 * and in every thread. The link holds the event, so only one descriptor
 * remains. Closing many is slow (a grace period each); see link_holder.c.
 */
#include "runtime/kernel/link/uprobe/perf_site.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "runtime/kernel/sys.h"

#define PMU_DIR "/sys/bus/event_source/devices/uprobe/"

struct pmu {
	int type; /* or -errno */
	unsigned int return_bit;
	unsigned int sema_shift_bits;
};

static struct pmu pmu;
static pthread_once_t pmu_once = PTHREAD_ONCE_INIT;

/* Reads the number that matches @format from file @name of the PMU. */
static int pmu_read(const char *name, const char *format, unsigned int *ret)
{
	_cleanup_fclose_ FILE *f = fopen(name, "re");

	if (!f)
		return -errno;
	return fscanf(f, format, ret) == 1 ? 0 : -EINVAL;
}

static void pmu_init(void)
{
	unsigned int type;
	int err;

	err = pmu_read(PMU_DIR "type", "%u", &type);
	if (!err)
		err = pmu_read(PMU_DIR "format/retprobe", "config:%u",
			       &pmu.return_bit);
	if (!err)
		err = pmu_read(PMU_DIR "format/ref_ctr_offset", "config:%u",
			       &pmu.sema_shift_bits);
	pmu.type = err ? err : (int)type;
}

static int event_open(const struct kern_uprobe *req,
		      const struct kern_site *site)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = (uint32_t)pmu.type,
		.config = site->sema_fileoff << pmu.sema_shift_bits |
			(uint64_t)req->is_return << pmu.return_bit,
		.uprobe_path = (uint64_t)(uintptr_t)req->path,
		.probe_offset = site->fileoff,
	};

	if (site->sema_fileoff >> 32)
		return -EINVAL; /* it must fit into 32 bits of config */
	return req->pid ? sys_perf_event_open(&attr, req->pid, -1) :
			  sys_perf_event_open_any(&attr);
}

int perf_site_link(const struct kern_uprobe *req, const struct kern_site *site)
{
	_cleanup_close_ int event_fd = -1;
	struct bpf_link_attr attr = {
		.prog_fd = (uint32_t)req->prog_fd,
		.attach_type = ABI_ATTACH_PERF_EVENT,
		.perf_event.cookie = site->cookie,
	};

	pthread_once(&pmu_once, pmu_init);
	if (pmu.type < 0)
		return pmu.type;
	event_fd = event_open(req, site);
	if (event_fd < 0)
		return event_fd;
	attr.target_fd = (uint32_t)event_fd;
	return sys_link_create(&attr);
}
