// SPDX-License-Identifier: BSD-2-Clause
/*
 * PT_DYNAMIC is an array of (tag, value) pairs. Some values are offsets in a
 * string table whose address is itself a pair:
 *
 *	NEEDED	0x1f	"libc.so.6"
 *	RUNPATH	0x2a	"$ORIGIN/lib"
 *	STRTAB	0x4f0	link-time address of the strings
 *
 * Segments are used, not sections, since files without section headers run.
 * Strings are read one by one, because a C++ library has megabytes of them.
 */
#include "sdt/dynamic_section.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/vec.h"
#include "elf/byte_order.h"
#include "elf/note.h"

enum { DYNAMIC_STRING_MAX = 4096, NOTES_MAX = 4 << 20 };

struct dyn {
	uint64_t tag;
	uint64_t value;
};

struct dynamic {
	VEC(struct dyn) entries;
	uint64_t strings_fileoff;
};

static const struct elf_segment *find_segment(const struct elf_file *image,
					      uint32_t type)
{
	for (size_t i = 0; i < image->segment_cnt; i++)
		if (image->segments[i].type == type)
			return &image->segments[i];
	return NULL;
}

static int load_entries(const struct elf_file *image,
			const struct elf_segment *seg, struct dynamic *dynamic)
{
	size_t width = elf_addr_bytes(image->format);
	_cleanup_free_ char *data = NULL;
	int err;

	err = elf_file_load(image, seg->fileoff, seg->file_bytes, &data);
	if (err)
		return err;
	for (uint64_t at = 0; at + 2 * width <= seg->file_bytes;
	     at += 2 * width) {
		struct dyn dyn = {
			.tag = elf_get(image->format, data + at, width),
			.value = elf_get(image->format, data + at + width,
					 width),
		};

		if (dyn.tag == DT_NULL)
			break;
		vec_push(&dynamic->entries, dyn);
	}
	return 0;
}

static int find_strings(const struct sdt_file *file, struct dynamic *dynamic)
{
	for (size_t i = 0; i < dynamic->entries.cnt; i++)
		if (dynamic->entries.v[i].tag == DT_STRTAB)
			return sdt_file_offset(file,
					       dynamic->entries.v[i].value,
					       &dynamic->strings_fileoff) ?
				-EBADMSG :
				0;
	return -EBADMSG;
}

/* A copy of the string at @off of the table; NULL when it has no end. */
static const char *read_string(const struct elf_file *image,
			       const struct dynamic *dynamic, uint64_t off,
			       struct arena *arena)
{
	uint64_t fileoff = dynamic->strings_fileoff + off;
	char buf[DYNAMIC_STRING_MAX];
	size_t len = sizeof(buf);

	if (fileoff < off || fileoff >= image->size_bytes)
		return NULL;
	if (len > image->size_bytes - fileoff)
		len = image->size_bytes - fileoff;
	if (elf_file_read(image, fileoff, buf, len) || !memchr(buf, '\0', len))
		return NULL;
	return arena_strdup(arena, buf);
}

static int read_strings(const struct elf_file *image,
			const struct dynamic *dynamic, struct sdt_file *file)
{
	const char **needed = arena_new_array(&file->arena, const char *,
					      dynamic->entries.cnt);
	int err = 0;

	file->needed = needed;
	for (size_t i = 0; i < dynamic->entries.cnt; i++) {
		uint64_t tag = dynamic->entries.v[i].tag;
		const char *text;

		if (tag != DT_NEEDED && tag != DT_SONAME && tag != DT_RUNPATH &&
		    tag != DT_RPATH)
			continue;
		text = read_string(image, dynamic, dynamic->entries.v[i].value,
				   &file->arena);
		if (!text)
			err = -EBADMSG;
		else if (tag == DT_NEEDED)
			needed[file->needed_cnt++] = text;
		else if (tag == DT_SONAME)
			file->soname = text;
		else if (tag == DT_RUNPATH)
			file->runpath = text;
		else
			file->rpath = text;
	}
	return err;
}

/* The run-time linker of a dynamically linked program. */
static const char *read_interp(const struct elf_file *image,
			       struct arena *arena)
{
	const struct elf_segment *seg = find_segment(image, PT_INTERP);
	char buf[DYNAMIC_STRING_MAX];

	if (!seg || !seg->file_bytes || seg->file_bytes > sizeof(buf) ||
	    elf_file_read(image, seg->fileoff, buf, seg->file_bytes) ||
	    !memchr(buf, '\0', seg->file_bytes))
		return NULL;
	return arena_strdup(arena, buf);
}

int sdt_dynamic_read(const struct elf_file *image, struct sdt_file *file)
{
	const struct elf_segment *seg = find_segment(image, PT_DYNAMIC);
	struct dynamic dynamic = { 0 };
	int err;

	file->interp = read_interp(image, &file->arena);
	if (!seg || !seg->file_bytes)
		return 0;
	err = load_entries(image, seg, &dynamic);
	/* A static PIE program has the segment, but no strings to name. */
	if (!err && dynamic.entries.cnt) {
		err = find_strings(file, &dynamic);
		if (!err)
			err = read_strings(image, &dynamic, file);
	}
	vec_deinit(&dynamic.entries);
	return err;
}

/*
 * Whether the notes at @fileoff have the build id, which is then taken. *@left:
 * bytes that may still be read: segments can describe the same ones.
 */
static bool take_build_id(const struct elf_file *image, uint64_t fileoff,
			  uint64_t len, uint64_t *left, struct sdt_file *file)
{
	_cleanup_free_ char *data = NULL;
	struct elf_note note;
	size_t pos = 0;

	if (len > *left || elf_file_load(image, fileoff, len, &data))
		return false;
	*left -= len;
	while (elf_note_next(data, len, image->format, &pos, &note) > 0) {
		uint8_t *copy;

		if (!elf_note_is(&note, "GNU", NT_GNU_BUILD_ID) ||
		    !note.desc_len)
			continue;
		copy = arena_alloc(&file->arena, note.desc_len);
		memcpy(copy, note.desc, note.desc_len);
		file->build_id = copy;
		file->build_id_len = note.desc_len;
		return true;
	}
	return false;
}

void sdt_build_id_read(const struct elf_file *image, struct sdt_file *file)
{
	uint64_t left = NOTES_MAX;

	for (size_t i = 0; i < image->segment_cnt; i++)
		if (image->segments[i].type == PT_NOTE &&
		    take_build_id(image, image->segments[i].fileoff,
				  image->segments[i].file_bytes, &left, file))
			return;
}
