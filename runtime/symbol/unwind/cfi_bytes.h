/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads bytes of call frame information; what is missing reads as 0.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_CFI_BYTES_H
#define DTRACE_RUNTIME_SYMBOL_CFI_BYTES_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes that are read one after another; bad: more were asked for. */
struct cfi_bytes {
	const uint8_t *at, *end;
	bool is_bad;
};

uint64_t cfi_number(struct cfi_bytes *bytes, unsigned int size_bytes);
uint64_t cfi_uleb(struct cfi_bytes *bytes);
int64_t cfi_sleb(struct cfi_bytes *bytes);
/* Moves on; those that were passed. */
struct cfi_bytes cfi_take(struct cfi_bytes *bytes, uint64_t cnt);

#endif
