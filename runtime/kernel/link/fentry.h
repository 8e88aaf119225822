/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions of the kernel by BPF trampolines (fentry, fexit): the function
 * itself calls the program, which is several times cheaper than a kprobe. Each
 * function needs a program of its own, loaded for its BTF id.
 */
#ifndef DTRACE_RUNTIME_KERNEL_FENTRY_H
#define DTRACE_RUNTIME_KERNEL_FENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/kernel/link/link.h"

/* Opens the BTF of a module: a descriptor, or -errno. */
int kern_module_btf(const char *module);
/*
 * Loads a program for function @btf_id of that BTF (0: the kernel's own) that
 * reads an argument, or the result. Returns a descriptor, or -errno with the
 * reason in @why.
 */
int kern_fentry_try(int btf_fd, uint32_t btf_id, bool is_return,
		    struct strbuf *why);
/* Attaches a program to the function it was loaded for. 0 or -errno. */
int kern_fentry_attach(struct kern_links *links, int prog_fd);

#endif
