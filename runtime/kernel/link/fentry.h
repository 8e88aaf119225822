/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions of the kernel by BPF's own means (fentry, fexit): a call of the
 * program from the function itself, several times cheaper than a kprobe. Each
 * function needs a program of its own, which is loaded for its number in BTF.
 */
#ifndef DTRACE_RUNTIME_KERNEL_FENTRY_H
#define DTRACE_RUNTIME_KERNEL_FENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/kernel/link/link.h"

/* The BTF of a module: a descriptor, or -errno. */
int kern_module_btf(const char *module);
/*
 * Loads a program for function @btf_id of that BTF (0: the kernel's own) that
 * reads an argument, or the result: a descriptor, or -errno with the reason in
 * @why.
 */
int kern_fentry_try(int btf_fd, uint32_t btf_id, bool is_return,
		    struct strbuf *why);
/* Attaches a program to the function it was loaded for. 0 or -errno. */
int kern_fentry_attach(struct kern_links *links, int prog_fd);

#endif
