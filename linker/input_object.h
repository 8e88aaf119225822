/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Objects named after -G, examined without changing them.
 */
#ifndef DTRACE_LINKER_INPUT_OBJECT_H
#define DTRACE_LINKER_INPUT_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/diag.h"
#include "elf/byte_order.h"
#include "linker/declared_probes.h"

struct link_input {
	const char *path; /* borrowed */
	bool is_object; /* a relocatable ELF object; else nothing below */
	bool has_calls; /* holds calls that have to become sites */
	bool has_code; /* and no counters: it was not made by -G */
	uint16_t e_machine;
	uint32_t e_flags;
	struct elf_format format;
};

/*
 * Reads the symbols of @path. Probes whose is-enabled function it calls are
 * marked in @probes. A missing file, or one that is not an object, is no error:
 * is_object is false. Returns 0, or -EINVAL when errors were reported: an
 * unknown provider or probe, calls in an LTO object or in an archive.
 */
int link_input_scan(struct link_probes *probes, const char *path,
		      struct link_input *ret, struct diag_list *diags);

#endif
