/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads bytes of call frame information; missing bytes read as 0. */
#ifndef DTRACE_RUNTIME_SYMBOL_UNWIND_CFI_BYTES_H
#define DTRACE_RUNTIME_SYMBOL_UNWIND_CFI_BYTES_H

#include <stdbool.h>
#include <stdint.h>

/* A sequence of bytes to read; bad: more bytes were read than there are. */
struct cfi_bytes {
	const uint8_t *at, *end;
	bool is_bad;
};

uint64_t cfi_number(struct cfi_bytes *bytes, unsigned int size_bytes);
uint64_t cfi_uleb(struct cfi_bytes *bytes);
int64_t cfi_sleb(struct cfi_bytes *bytes);
/* Skips bytes; returns those that were skipped. */
struct cfi_bytes cfi_take(struct cfi_bytes *bytes, uint64_t cnt);

#endif
