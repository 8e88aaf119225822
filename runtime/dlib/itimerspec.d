/* SPDX-License-Identifier: BSD-2-Clause */
/* As programs give it to system calls; today's kernels do not define it. */
struct itimerspec {
	struct timespec it_interval;
	struct timespec it_value;
};
