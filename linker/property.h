/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * .note.gnu.property: the hardening that an object supports.
 */
#ifndef DTRACE_LINKER_PROPERTY_H
#define DTRACE_LINKER_PROPERTY_H

#include <stdbool.h>

#include "base/text/strbuf.h"
#include "linker/target_machine.h"

/*
 * Appends the note that claims all control-flow hardening of @machine.
 * False, with nothing appended, when the machine has no such note.
 */
bool link_property(const struct link_machine *machine, struct strbuf *sb);

#endif
