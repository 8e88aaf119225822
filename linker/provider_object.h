/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The object that -G writes: semaphores, types, hardening marks.
 */
#ifndef DTRACE_LINKER_PROVIDER_OBJECT_H
#define DTRACE_LINKER_PROVIDER_OBJECT_H

#include "base/text/diag.h"
#include "base/text/strbuf.h"
#include "linker/declared_probes.h"
#include "linker/target_machine.h"

/*
 * Appends the bytes of the object for @machine to @sb. @e_flags replaces the
 * machine's own. Probes with is-enabled calls also get a function; with
 * @is_direct, providers get an agent on machines that have one. Returns 0, or
 * -errno with the reason reported.
 */
int link_provider_object(const struct program *program,
			 const struct link_probes *probes,
			 const struct link_machine *machine, uint32_t e_flags,
			 bool is_direct, struct strbuf *sb,
			 struct diag_list *diags);

#endif
