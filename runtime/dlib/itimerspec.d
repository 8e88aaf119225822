/* SPDX-License-Identifier: BSD-2-Clause */
/* As programs pass it to system calls; current kernels do not define it. */
struct itimerspec {
	struct timespec it_interval;
	struct timespec it_value;
};
