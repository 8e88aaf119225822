/* SPDX-License-Identifier: BSD-2-Clause */
/* The function that a classic is-enabled call refers to. */
#ifndef DTRACE_LINKER_IS_ENABLED_STUB_H
#define DTRACE_LINKER_IS_ENABLED_STUB_H

#include <stdint.h>

#include "base/text/strbuf.h"
#include "linker/target_machine.h"

/*
 * Appends to @code a function that returns the 2 bytes at symbol @sema_sym,
 * and its relocations (ELF_T_RELA) to @relas. Only for machines whose
 * classic calls are known (link_calls_known()).
 */
void link_emit_is_enabled(const struct link_machine *machine, uint32_t sema_sym,
			  struct strbuf *code, struct strbuf *relas);

#endif
