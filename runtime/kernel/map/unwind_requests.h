/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Questions of programs about processes whose stacks they walk, and the
 * answers. The maps are those of kern_maps_create().
 */
#ifndef DTRACE_RUNTIME_KERNEL_MAP_UNWIND_REQUESTS_H
#define DTRACE_RUNTIME_KERNEL_MAP_UNWIND_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/unwind_abi.h"
#include "runtime/kernel/map/maps.h"

struct kern_unwind;

/*
 * From now on, the data of a process is dropped when it executes a program,
 * which is reported like a question (with pid 0). @maps is borrowed. Returns
 * NULL on failure, with *@err_ret set.
 */
struct kern_unwind *kern_unwind_open(const struct kern_maps *maps,
				     int *err_ret);
/*
 * From now on, also when it ends; to be called once, when the probes that ask
 * are attached. Returns 0 or -errno.
 */
int kern_unwind_see_ends(struct kern_unwind *unwind);
/* NULL is allowed. */
void kern_unwind_close(struct kern_unwind *unwind);

/* Readable when a program asks. */
int kern_unwind_fd(const struct kern_unwind *unwind);
/* Returns the next question; false if there is none. */
bool kern_unwind_next(struct kern_unwind *unwind, struct unw_asked *ret);
/* Looks up the entry of a process: 0, or -errno (-ENOENT). */
int kern_unwind_lookup(struct kern_unwind *unwind, uint32_t tgid,
		       struct unw_known *ret);
/* Stores it; if @must_exist, only in an entry that there is (else -ENOENT). */
int kern_unwind_tell(struct kern_unwind *unwind, uint32_t tgid,
		     const struct unw_known *known, bool must_exist);
void kern_unwind_forget(struct kern_unwind *unwind, uint32_t tgid);

#endif
