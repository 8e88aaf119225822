// SPDX-License-Identifier: BSD-2-Clause
/*
 * Whether a file has code that switches between stacks: its executable segments
 * are searched for the instructions, part by part. It takes about 1 ms for 1 MB
 * of code, so it is done once for each file, and only if nothing else decides.
 */
#include <elf.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/provider/user_code/user_code.h"

enum {
	SEGMENT_MAX_BYTES = 64 << 20,
	PART_BYTES = 64 << 10,
	/* so much of a part is seen again, before and at the start of the next */
	OVERLAP_BYTES = CODE_SWITCH_BEFORE + CODE_SWITCH_AFTER,
};

static bool segment_switches(const struct elf_file *image,
			     const struct elf_segment *seg)
{
	_cleanup_free_ uint8_t *part = xmalloc(PART_BYTES);
	uint64_t at = 0, len;

	for (; at < seg->file_bytes; at += len - OVERLAP_BYTES) {
		len = seg->file_bytes - at < PART_BYTES ? seg->file_bytes - at :
							  PART_BYTES;
		if (elf_file_read(image, seg->fileoff + at, part, len))
			return false;
		if (code_switches_stacks(image->machine, part, len,
					 at ? CODE_SWITCH_BEFORE : 0))
			return true;
		if (len < PART_BYTES)
			break;
	}
	return false;
}

bool user_file_switches(struct user_file *file)
{
	const struct elf_file *image = &file->image;

	if (file->switches != USER_SWITCHES_UNKNOWN)
		return file->switches == USER_SWITCHES_YES;
	file->switches = USER_SWITCHES_NO;
	for (size_t i = 0; i < image->segment_cnt; i++) {
		const struct elf_segment *seg = &image->segments[i];

		if (seg->type == PT_LOAD && seg->flags & PF_X &&
		    seg->file_bytes <= SEGMENT_MAX_BYTES &&
		    segment_switches(image, seg))
			file->switches = USER_SWITCHES_YES;
	}
	return file->switches == USER_SWITCHES_YES;
}
