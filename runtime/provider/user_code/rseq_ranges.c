// SPDX-License-Identifier: BSD-2-Clause
/*
 * Restartable sequences (rseq(2)): code that begins again when the thread is
 * interrupted in it. A breakpoint would always interrupt it. The section
 * __rseq_cs, by convention, has the start and the length of each.
 */
#include <elf.h>

#include "base/cleanup.h"
#include "base/vec.h"
#include "elf/byte_order.h"
#include "runtime/provider/user_code/user_code.h"

enum {
	RSEQ_BYTES = 32, /* struct rseq_cs, linux/rseq.h */
	RSEQ_START_OFF = 8,
	RSEQ_LEN_OFF = 16,
};

static void add_rseq(struct user_file *file, const uint8_t *descr,
		     uint64_t start)
{
	uint64_t len = elf_get(file->image.format, descr + RSEQ_LEN_OFF, 8);

	if (start && len <= UINT64_MAX - start)
		vec_push(&file->rseqs,
			 ((struct user_range){ start, start + len }));
}

/* Position-independent files have the start addresses in relocations. */
static void relocate_rseqs(struct user_file *file,
			   const struct elf_section *table,
			   const struct elf_section *rseqs, const char *data)
{
	struct elf_format fmt = file->image.format;
	_cleanup_free_ char *entries = NULL;

	if (table->type != SHT_RELA || !fmt.is_64 ||
	    elf_file_load(&file->image, table->fileoff, table->file_bytes,
			  &entries))
		return;
	for (uint64_t at = 0; table->file_bytes - at >= sizeof(Elf64_Rela);
	     at += sizeof(Elf64_Rela)) {
		const uint8_t *entry = (const uint8_t *)entries + at;
		uint64_t off = elf_get(fmt, entry, 8) - rseqs->vaddr;

		if (off < rseqs->file_bytes &&
		    off % RSEQ_BYTES == RSEQ_START_OFF &&
		    rseqs->file_bytes - off >= 24)
			add_rseq(file,
				 (const uint8_t *)data + off - RSEQ_START_OFF,
				 elf_get(fmt, entry + 16, 8));
	}
}

void user_rseqs_find(struct user_file *file)
{
	const struct elf_file *image = &file->image;
	const struct elf_section *rseqs = elf_file_find(image, "__rseq_cs", 0);
	_cleanup_free_ char *data = NULL;

	if (!rseqs ||
	    elf_file_load(image, rseqs->fileoff, rseqs->file_bytes, &data))
		return;
	for (uint64_t at = 0; rseqs->file_bytes - at >= RSEQ_BYTES;
	     at += RSEQ_BYTES) {
		const uint8_t *descr = (const uint8_t *)data + at;

		add_rseq(file, descr,
			 elf_get(image->format, descr + RSEQ_START_OFF, 8));
	}
	for (size_t i = 0; i < image->section_cnt; i++)
		relocate_rseqs(file, &image->sections[i], rseqs, data);
}

bool user_file_is_in_rseq(const struct user_file *file, uint64_t vaddr)
{
	for (size_t i = 0; i < file->rseqs.cnt; i++)
		if (vaddr >= file->rseqs.v[i].start_vaddr &&
		    vaddr < file->rseqs.v[i].end_vaddr)
			return true;
	return false;
}
