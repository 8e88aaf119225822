/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What programs ask about processes whose stacks they walk, and where the
 * answers go. The maps are those of kern_maps_create().
 */
#ifndef DTRACE_RUNTIME_KERNEL_UNWIND_MAPS_H
#define DTRACE_RUNTIME_KERNEL_UNWIND_MAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/unwind_abi.h"
#include "runtime/kernel/map/maps.h"

struct kern_unwind;

/*
 * From now on, what is known of a process is forgotten when it ends, or when
 * it executes a program; that is told like a question (with pid 0). @maps is
 * borrowed. NULL with *@err_ret.
 */
struct kern_unwind *kern_unwind_open(const struct kern_maps *maps,
				     int *err_ret);
/* NULL is legal. */
void kern_unwind_close(struct kern_unwind *unwind);

/* Readable when a program asks. */
int kern_unwind_fd(const struct kern_unwind *unwind);
/* The next question; false: there is none. */
bool kern_unwind_next(struct kern_unwind *unwind, struct unw_asked *ret);
/* What is known of a process: 0, or -errno (-ENOENT). */
int kern_unwind_lookup(struct kern_unwind *unwind, uint32_t tgid,
		       struct unw_known *ret);
int kern_unwind_tell(struct kern_unwind *unwind, uint32_t tgid,
		     const struct unw_known *known);

#endif
