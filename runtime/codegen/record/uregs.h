/* SPDX-License-Identifier: BSD-2-Clause */
/* The program's registers at a probe: see uregs.c. */
#ifndef DTRACE_RUNTIME_CODEGEN_RECORD_UREGS_H
#define DTRACE_RUNTIME_CODEGEN_RECORD_UREGS_H

#include "runtime/codegen/gen_internal.h"

/* Does the firing have a thread whose stack and registers can be read? */
bool gen_has_stack(const struct pgen *g);
/* Returns a register with the address of the struct pt_regs. */
uint32_t gen_saved_regs(struct pgen *g);

#endif
