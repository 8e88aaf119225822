/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Small ELF files with probes, for the tests of sdt/.
 *
 * The linked one has, all addresses link-time ones:
 *
 *	.text	       0x1000  64 bytes	first (a.c, static), second (b.c,
 *					static), both 32 bytes
 *	.stapsdt.base  0x2000
 *	.probes	       0x3000  2 bytes	shop_sale_semaphore
 *	.data	       0x4000  16 bytes	counter of a.c, counter of b.c (both
 *					static, 4 bytes), total (global)
 *
 * and three sites: shop:sale in first, with a semaphore; shop:gc__start in
 * second; shop:end after them, in no function.
 */
#ifndef DTRACE_TESTS_UNIT_SDT_SAMPLE_H
#define DTRACE_TESTS_UNIT_SDT_SAMPLE_H

#include "base/text/strbuf.h"
#include "elf/byte_order.h"
#include "sdt/provider_note.h"

enum {
	SAMPLE_TEXT_VADDR = 0x1000,
	SAMPLE_BASE_VADDR = 0x2000,
	SAMPLE_SEMA_VADDR = 0x3000,
	SAMPLE_DATA_VADDR = 0x4000,
	SAMPLE_SALE_OFF = 4, /* of the sites in .text */
	SAMPLE_GC_OFF = 40,
	SAMPLE_END_OFF = 64,
	SAMPLE_TEXT_BYTES = 72,
};

/* The differences of a sample. */
struct sdt_sample {
	struct elf_format fmt;
	uint16_t machine;
	uint64_t note_base; /* as the notes say */
	uint64_t note_bias; /* added to addresses in notes */
	const char *args[3];
};

/* The file offsets that readers must find. */
struct sdt_sample_offsets {
	uint64_t text;
	uint64_t sema;
};

/* A 64-bit little-endian sample of x86-64 with three arguments. */
extern const struct sdt_sample sdt_sample_x86;
/* The provider that the samples describe in .note.dtrace. */
extern const struct sdt_type_provider sdt_sample_types;

/* Appends a shared library to @ret. @offsets_ret may be NULL. */
void sdt_sample_linked(const struct sdt_sample *sample, struct strbuf *ret,
		       struct sdt_sample_offsets *offsets_ret);
/*
 * Appends a relocatable object: the site shop:sale at offset 4 of .text with
 * a semaphore that is defined elsewhere.
 */
void sdt_sample_object(struct elf_format fmt, uint16_t machine,
		       struct strbuf *ret, struct sdt_sample_offsets *offsets);

#endif
