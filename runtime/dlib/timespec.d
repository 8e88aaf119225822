/* SPDX-License-Identifier: BSD-2-Clause */
/* As programs pass it to system calls; current kernels do not define it. */
struct timespec {
	long tv_sec;
	long tv_nsec;
};
