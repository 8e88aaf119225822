// SPDX-License-Identifier: BSD-2-Clause
/*
 * Whether anything in a file refers to an address in it: by the distance in a
 * call, jump or lea (x86), or by the address itself, in code or data. All byte
 * positions are examined, not only those of operands, so the answer can only
 * be wrong in one way: bytes that look like a reference may not be one.
 *
 *	e8 dc f1 ff ff		at + 4 + distance == address
 *	f0 b2 48 00		the lower half of the address
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/text/glob.h"
#include "runtime/provider/user_code/user_code.h"

enum { SEGMENT_MAX_BYTES = 64 << 20 };

/* Whether @vaddr is in a function whose name matches @but. */
static bool is_excepted(const struct user_file *file, uint64_t vaddr,
			const char *but)
{
	for (size_t i = 0; i < file->funcs.cnt; i++) {
		const struct user_func *func = &file->funcs.v[i];

		if (vaddr - func->vaddr < func->size_bytes &&
		    glob_match(but, func->name))
			return true;
	}
	return false;
}

/*
 * Whether the number @word at @at is @target, or is the distance to it. A
 * distance of 0 is padding before a function.
 */
static bool is_reference(uint32_t word, uint32_t at, uint32_t target,
			 bool is_code)
{
	return word == target ||
	       (is_code && word && at + (uint32_t)sizeof(word) + word == target);
}

static bool segment_refers(const struct user_file *file,
			   const struct elf_segment *seg, uint64_t vaddr,
			   const char *but)
{
	bool is_code = seg->flags & PF_X;
	uint32_t word;
	_cleanup_free_ char *bytes = NULL;

	if (seg->file_bytes > SEGMENT_MAX_BYTES ||
	    elf_file_load(&file->image, seg->fileoff, seg->file_bytes, &bytes))
		return true;
	for (uint64_t i = 0; i + sizeof(word) <= seg->file_bytes; i++) {
		uint64_t at = seg->vaddr + i;

		memcpy(&word, bytes + i, sizeof(word));
		if (is_reference(word, (uint32_t)at, (uint32_t)vaddr,
				 is_code) && !is_excepted(file, at, but))
			return true;
	}
	return false;
}

bool user_file_refers(const struct user_file *file, uint64_t vaddr,
		      const char *but)
{
	const struct elf_file *image = &file->image;

	if (image->machine != EM_X86_64 && image->machine != EM_386)
		return true;
	for (size_t i = 0; i < image->segment_cnt; i++)
		if (image->segments[i].type == PT_LOAD &&
		    segment_refers(file, &image->segments[i], vaddr, but))
			return true;
	return false;
}
