/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The BTF of kernel modules.
 */
#ifndef DTRACE_RUNTIME_KERNEL_MODULE_BTF_FD_H
#define DTRACE_RUNTIME_KERNEL_MODULE_BTF_FD_H

/* Opens the BTF of a module: a descriptor, or -errno. */
int kern_module_btf(const char *module);

#endif
