/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A library that is opened on demand is not among the DT_NEEDED libraries of a
 * program. This note names it for packaging tools (ELF dlopen metadata,
 * https://uapi-group.org/specifications/specs/elf_dlopen_metadata).
 *
 *	DLOPEN_NOTE("name of the feature", "what it is for", "recommended", "libx.so.1");
 *
 * The third argument is required, recommended or suggested. At most one note
 * in a C file.
 */
#ifndef DTRACE_BASE_SYSTEM_DLOPEN_NOTE_H
#define DTRACE_BASE_SYSTEM_DLOPEN_NOTE_H

#include <stdint.h>

#define DLOPEN_NOTE_TYPE 0x407c0c0au

#define DLOPEN_NOTE(feature, description, priority, soname) \
	DLOPEN_NOTE_JSON("[{\"feature\":\"" feature "\",\"description\":\"" \
			 description "\",\"priority\":\"" priority \
			 "\",\"soname\":[\"" soname "\"]}]")

#define DLOPEN_NOTE_JSON(text) \
	static const struct { \
		uint32_t name_bytes, json_bytes, type; \
		char name[4], json[(sizeof(text) + 3) / 4 * 4]; \
	} dlopen_note __attribute__((used, aligned(4), section(".note.dlopen"))) = \
		{ 4, sizeof(text), DLOPEN_NOTE_TYPE, "FDO", text }

#endif
