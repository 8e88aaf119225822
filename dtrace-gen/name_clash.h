/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks that each probe has its own macro and semaphore.
 */
#ifndef DTRACE_GEN_NAME_CLASH_H
#define DTRACE_GEN_NAME_CLASH_H

#include "base/text/diag.h"
#include "lang/ast.h"

/* Reports probes that would share one: p:::a_b and p:::a__b, both P_A_B. */
void gen_check_unique(const struct program *program, struct diag_list *diags);

#endif
