// SPDX-License-Identifier: BSD-2-Clause
/*
 * Whether a file has code that switches between stacks: its executable segments
 * are searched for the instructions. It takes about 1 ms for 2 MB of code, so
 * it is done once for each file, and only if nothing else decides.
 */
#include <elf.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "runtime/provider/user_code/user_code.h"

enum { SEGMENT_MAX_BYTES = 64 << 20 };

static bool segment_switches(const struct elf_file *image,
			     const struct elf_segment *seg)
{
	_cleanup_free_ char *bytes = NULL;

	return seg->type == PT_LOAD && seg->flags & PF_X &&
		seg->file_bytes <= SEGMENT_MAX_BYTES &&
		!elf_file_load(image, seg->fileoff, seg->file_bytes, &bytes) &&
		code_switches_stacks(image->machine, (const uint8_t *)bytes,
				     seg->file_bytes);
}

bool user_file_switches(struct user_file *file)
{
	const struct elf_file *image = &file->image;

	if (file->switches == USER_SWITCHES_UNKNOWN) {
		file->switches = USER_SWITCHES_NO;
		for (size_t i = 0; i < image->segment_cnt; i++)
			if (segment_switches(image, &image->segments[i]))
				file->switches = USER_SWITCHES_YES;
	}
	return file->switches == USER_SWITCHES_YES;
}
