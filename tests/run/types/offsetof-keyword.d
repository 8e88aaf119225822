/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A member may be called as a keyword of D, as some of the kernel's are.
 */
#pragma D option quiet

BEGIN
{
	printf("%d %d %d\n", offsetof(struct cgroup, self),
	    offsetof(atomic_t, counter), offsetof(struct list_head, prev));
	exit(0);
}
