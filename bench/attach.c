// SPDX-License-Identifier: BSD-2-Clause
#include "bench/attach.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bench/timing.h"
#include "runtime/kernel/sys.h"
#include "sdt/file.h"

static void attach_at(int prog_fd, uint64_t offset, uint64_t semaphore)
{
	struct bpf_link_attr attr = {
		.prog_fd = (uint32_t)prog_fd,
		.attach_type = ABI_ATTACH_UPROBE_MULTI,
		.uprobe_multi = {
			.path = (uintptr_t)"/proc/self/exe",
			.offsets = (uintptr_t)&offset,
			.ref_ctr_offsets = (uintptr_t)&semaphore,
			.cnt = 1,
			.pid = (uint32_t)getpid(),
		},
	};
	int err = sys_link_create(&attr);

	if (err < 0)
		timing_die("the empty program could not be attached", err);
}

static struct sdt_file *open_own(void)
{
	struct sdt_file *file;
	int err = sdt_file_open("/proc/self/exe", SDT_WANT_SITES, &file, NULL);

	if (err)
		timing_die("own file", err);
	return file;
}

void attach_site(int prog_fd, const char *provider, const char *probe)
{
	uint64_t offset = 0, semaphore = 0;
	struct sdt_file *file = open_own();

	for (size_t i = 0; i < file->site_cnt; i++)
		if (!strcmp(file->sites[i].provider, provider) &&
		    !strcmp(file->sites[i].name, probe)) {
			offset = file->sites[i].pc_fileoff;
			semaphore = file->sites[i].sema_fileoff;
		}
	sdt_file_close(file);
	if (!offset)
		timing_die(probe, -ENOENT);
	attach_at(prog_fd, offset, semaphore);
}

void attach_entry(int prog_fd, uintptr_t fn)
{
	extern const char __executable_start[];
	struct sdt_file *file = open_own();
	uint64_t offset;

	if (sdt_file_offset(file, fn - (uintptr_t)__executable_start, &offset))
		timing_die("own functions", -ENOENT);
	sdt_file_close(file);
	attach_at(prog_fd, offset, 0);
}
