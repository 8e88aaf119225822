/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attaches programs to the measuring program itself, to compare with. Errors
 * end it with status 2.
 */
#ifndef DTRACE_BENCH_ATTACH_H
#define DTRACE_BENCH_ATTACH_H

#include <stdint.h>

/* @prog_fd: of a program for links of many uprobes */
void attach_site(int prog_fd, const char *provider, const char *probe);
/* At the first instruction of a function, in a position-independent program. */
void attach_entry(int prog_fd, uintptr_t fn);

#endif
