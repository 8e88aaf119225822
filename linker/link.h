/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Provider definitions and objects -> the provider object (-G).
 */
#ifndef DTRACE_LINKER_LINK_H
#define DTRACE_LINKER_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text/diag.h"
#include "lang/ast.h"
#include "linker/declared_probes.h"
#include "linker/target_machine.h"

/* All borrowed. */
struct link_request {
	const char *out_path;
	const char *const
		*operands; /* files; missing ones are ignored */
	size_t operand_cnt;
	struct link_hints hints;
	struct link_naming naming;
	bool is_direct; /* with agents, where the machine has one */
};

/*
 * Writes the object of all providers of @program to request->out_path.
 * Operands with classic calls are rewritten in place, before; others are
 * only read. Returns 0, or -errno with the reasons reported; then no file
 * was changed.
 */
int link_make(const struct program *program, const struct link_request *request,
	      struct diag_list *diags);

#endif
