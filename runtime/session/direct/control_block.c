// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/control_block.h"

#include <errno.h>
#include <stddef.h>
#include <sys/uio.h>

int control_block_read(pid_t pid, uint64_t control_uaddr,
		       struct direct_control *ret)
{
	struct iovec to = { ret, sizeof(*ret) };
	struct iovec from = { (void *)control_uaddr, sizeof(*ret) };
	ssize_t got = process_vm_readv(pid, &to, 1, &from, 1, 0);

	return got == sizeof(*ret) ? 0 : got < 0 ? -errno : -EFAULT;
}

bool control_block_fits(const struct direct_control *control, uint32_t hook_cnt)
{
	uint64_t pad = control->pad[0] | control->pad[1];

	for (size_t i = 0; i < 3; i++)
		pad |= control->more_pad[i];
	return control->version == DIRECT_VERSION &&
		control->hook_cnt == hook_cnt &&
		control->state <= DIRECT_FAILED && control->request <= 1 &&
		!pad;
}

void control_block_request(pid_t pid, uint64_t control_uaddr, uint32_t hook_cnt,
			   bool on)
{
	struct direct_control control;
	char value = on;
	struct iovec from = { &value, 1 };
	struct iovec to = { (void *)(control_uaddr +
				     offsetof(struct direct_control, request)),
			    1 };

	if (control_block_read(pid, control_uaddr, &control) ||
	    !control_block_fits(&control, hook_cnt) || control.request == on)
		return;
	/* a byte can't be seen half-written */
	(void)process_vm_writev(pid, &from, 1, &to, 1, 0);
}
