/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the kernel's memory, by a small program that is run once for each word:
 * for what must be known before anything is traced.
 *
 *	kern_peek_init(&peek, &log)
 *	kern_peek_task(&peek, &task_kaddr), kern_peek_word(&peek, kaddr, &word)
 *	kern_peek_deinit(&peek)
 */
#ifndef DTRACE_RUNTIME_KERNEL_PEEK_H
#define DTRACE_RUNTIME_KERNEL_PEEK_H

#include <stdint.h>

#include "runtime/kernel/bpf_error.h"

struct kern_peek {
	int prog_fd;
	int words_fd; /* the array in which the program stores words */
	int each_cpu_fd; /* a per-CPU array */
};

/* Returns 0, or -errno with @log filled and nothing left. */
int kern_peek_init(struct kern_peek *peek, struct kern_log *log);
void kern_peek_deinit(struct kern_peek *peek);
/* The 8 bytes at @kaddr: 0 or -errno. */
int kern_peek_word(const struct kern_peek *peek, uint64_t kaddr,
		   uint64_t *ret);
/* The address of the running thread's task: 0 or -errno. */
int kern_peek_task(const struct kern_peek *peek, uint64_t *kaddr_ret);
/*
 * The number that is added to the address of a per-CPU object to get that of
 * @cpu. @pptrs_off: offset of pptrs in the kernel's struct bpf_array. 0 or
 * -errno.
 */
int kern_peek_cpu_off(const struct kern_peek *peek, uint32_t cpu,
		      uint32_t pptrs_off, uint64_t *ret);
/* Runs the raw_tp program @prog_fd with two arguments on @cpu: 0 or -errno. */
int kern_run_on_cpu(int prog_fd, uint32_t cpu, const uint64_t args[2]);

#endif
