/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches a program to the function with a BTF id; link_holder.c holds the
 * link. The kernel makes a trampoline for the function, which calls the
 * programs; detaching waits for a grace period of tasks (60 to 130 ms), one
 * function after the other, even if several processes close the links.
 */
#include "runtime/kernel/link/fentry.h"

#include "runtime/kernel/sys.h"

int kern_fentry_attach(struct kern_links *links, int prog_fd)
{
	int fd = sys_raw_tracepoint_open(NULL, prog_fd, 0);

	if (fd < 0)
		return fd;
	kern_links_add(links, fd);
	return 0;
}
