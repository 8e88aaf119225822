// SPDX-License-Identifier: BSD-2-Clause
/*
 * The kernel has a BTF object for each module; bpf(2) lists them all, and those
 * that programs have loaded, by their ids.
 */
#include "runtime/kernel/module_btf_fd.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "runtime/kernel/bpf_abi.h"
#include "runtime/kernel/sys.h"

/* Whether it is the BTF that the kernel made for @module. */
static bool is_btf_of(int fd, const char *module)
{
	char name[64] = "";
	struct bpf_btf_info info = {
		.name = (uint64_t)(uintptr_t)name,
		.name_len = sizeof(name),
	};

	return !sys_obj_info(fd, &info, sizeof(info)) && info.kernel_btf &&
	       !strcmp(name, module);
}

int kern_module_btf(const char *module)
{
	union bpf_attr attr = { 0 };
	int fd;

	while (!sys_bpf(BPF_BTF_GET_NEXT_ID, &attr, sizeof(attr))) {
		const uint32_t id = attr.next_id;

		memset(&attr, 0, sizeof(attr));
		attr.btf_id = id;
		fd = sys_bpf(BPF_BTF_GET_FD_BY_ID, &attr, sizeof(attr));
		if (fd >= 0 && is_btf_of(fd, module))
			return fd;
		if (fd >= 0)
			close(fd);
		memset(&attr, 0, sizeof(attr));
		attr.start_id = id;
	}
	return -ENOENT;
}
