/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Registers of the program at a probe: see registers.c.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_RECORD_REGISTERS_H
#define DTRACE_RUNTIME_CODEGEN_RECORD_REGISTERS_H

#include "runtime/codegen/generator.h"

/* Is there a thread whose stack and registers could be read? */
bool gen_has_stack(const struct pgen *g);
/* A register: the address of the struct pt_regs. */
uint32_t gen_saved_regs(struct pgen *g);

#endif
