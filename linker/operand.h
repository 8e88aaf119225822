/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Objects named behind -G, looked at without being changed.
 */
#ifndef DTRACE_LINKER_OPERAND_H
#define DTRACE_LINKER_OPERAND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "linker/probes.h"
#include "sdt/note.h"

struct link_operand {
	const char *path; /* borrowed */
	bool is_object; /* a relocatable ELF object; else nothing below */
	bool has_calls; /* holds calls that have to become sites */
	bool has_code; /* and no counters: -G has not made it */
	uint16_t e_machine;
	uint32_t e_flags;
	struct sdt_format format;
};

/*
 * Reads the symbols of @path. Probes that it asks are marked in @probes. A
 * file that does not exist or is no object is fine: is_object is false.
 * Returns 0, or -EINVAL when errors were reported: an unknown provider or
 * probe, calls in an LTO object or in an archive.
 */
int link_operand_scan(struct link_probes *probes, const char *path,
		      struct link_operand *ret, struct diag_list *diags);

#endif
