/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions of the kernel by BPF trampolines (fentry, fexit): the function
 * itself calls the program, which is several times cheaper than a kprobe. Each
 * function needs a program of its own, loaded for its BTF id.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_FENTRY_H
#define DTRACE_RUNTIME_KERNEL_LINK_FENTRY_H

#include "runtime/kernel/link/links.h"

/* Attaches a program to the function it was loaded for. 0 or -errno. */
int kern_fentry_attach(struct kern_links *links, int prog_fd);

#endif
