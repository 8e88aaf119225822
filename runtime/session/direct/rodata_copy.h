/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The copy of a file's constants, from which direct probes read strings.
 *
 * A load from an address that the program passes could end the program: the
 * address may be wrong, and even that of a constant may lead nowhere by now,
 * where the file was made shorter, or the memory was unmapped or protected. So a
 * hook loads from a copy in the memory that it has anyway; the address only says
 * which string it is, and is not followed.
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_RODATA_COPY_H
#define DTRACE_RUNTIME_SESSION_DIRECT_RODATA_COPY_H

#include <stdint.h>

#include "sdt/direct_note.h"

struct direct_process;

/* What the copy takes of the process's memory, in whole pages. */
uint64_t rodata_copy_bytes(const struct sdt_direct *note);
/*
 * Makes the copy if one is wanted, after the shared memory of the process: sets
 * process->constants, or no_constants.
 */
void rodata_copy(struct direct_process *process);

#endif
