/* SPDX-License-Identifier: BSD-2-Clause */
/* Loads generated code into the kernel. */
#ifndef DTRACE_RUNTIME_KERNEL_PROGRAM_LOAD_H
#define DTRACE_RUNTIME_KERNEL_PROGRAM_LOAD_H

#include "runtime/codegen/ir/code.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/link/links.h"
#include "runtime/kernel/map/maps.h"

/*
 * Links @code with the library functions that it calls, resolves its references
 * to @maps, and loads it. For type KPROBE, the expected attach type is the one
 * that @backend needs, whatever @code says. On success *fd_ret is the program
 * (close-on-exec). On failure @log holds the D text that is the cause, a
 * message, and in detail the end of the verifier's log. Returns 0 or -errno.
 */
int kern_load(const struct code *code, const struct kern_maps *maps,
	      enum kern_backend backend, struct kern_log *log, int *fd_ret);

/*
 * Runs a loaded BEGIN, END or ERROR program once, on this thread, as raw_tp or
 * SYSCALL, whichever type it has. Returns 0 or -errno.
 */
int kern_test_run(int prog_fd);

#endif
