/* SPDX-License-Identifier: BSD-2-Clause */
/* As programs pass it to system calls; current kernels do not define it. */
struct itimerval {
	struct timeval it_interval;
	struct timeval it_value;
};
