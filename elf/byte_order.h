/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers in an ELF file: its class gives the width of addresses, its byte
 * order that of all numbers.
 */
#ifndef DTRACE_ELF_BYTE_ORDER_H
#define DTRACE_ELF_BYTE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text/strbuf.h"

/* How numbers look in a file. */
struct elf_format {
	bool is_64; /* addresses have 8 bytes, else 4 */
	bool is_big_endian; /* most significant byte first */
};

/* Bytes of an address: 4 or 8. */
size_t elf_addr_bytes(struct elf_format fmt);
/* The unsigned number of @width bytes (1, 2, 4, 8) at @p. */
uint64_t elf_get(struct elf_format fmt, const void *p, size_t width);
/* Appends the low @width bytes of @value. */
void elf_put(struct elf_format fmt, struct strbuf *sb, uint64_t value,
	     size_t width);

#endif
