/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An object with classic calls -> the same object with sites and notes.
 */
#ifndef DTRACE_LINKER_REWRITE_H
#define DTRACE_LINKER_REWRITE_H

#include <stddef.h>

#include "base/text/diag.h"
#include "base/text/strbuf.h"
#include "linker/declared_probes.h"
#include "linker/input_object.h"

/*
 * Appends to @sb the object that @data (@len bytes) becomes. @operand is the
 * result of link_input_scan() for it. Returns 0, or -errno with the reasons
 * reported.
 */
int link_rewrite(const struct link_input *operand,
		 const struct link_probes *probes, const void *data, size_t len,
		 struct strbuf *sb, struct diag_list *diags);

#endif
