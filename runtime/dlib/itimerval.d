/* SPDX-License-Identifier: BSD-2-Clause */
/* As programs give it to system calls; today's kernels do not define it. */
struct itimerval {
	struct timeval it_interval;
	struct timeval it_value;
};
