/* SPDX-License-Identifier: BSD-2-Clause */
/* As programs give it to system calls; today's kernels do not define it. */
struct timeval {
	long tv_sec;
	long tv_usec;
};
