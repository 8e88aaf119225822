/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether a function of the kernel can have a program for fentry or fexit.
 */
#ifndef DTRACE_RUNTIME_KERNEL_FEATURE_TRIAL_FENTRY_H
#define DTRACE_RUNTIME_KERNEL_FEATURE_TRIAL_FENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"

/*
 * Loads a program for function @btf_id of that BTF (0: the kernel's own) that
 * reads an argument, or the result. Returns a descriptor, or -errno with the
 * reason in @why.
 */
int kern_fentry_try(int btf_fd, uint32_t btf_id, bool is_return,
		    struct strbuf *why);

#endif
