/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the D text that the verifier refused, from its log. */
#ifndef DTRACE_RUNTIME_KERNEL_PROGRAM_VERIFIER_LOG_H
#define DTRACE_RUNTIME_KERNEL_PROGRAM_VERIFIER_LOG_H

#include "runtime/codegen/ir/code.h"
#include "runtime/kernel/bpf_error.h"

/*
 * Fills @log (may be NULL) from @text, the log of a failed load of @code: the
 * location is the mark of the last instruction in the log, the message its last
 * sentence, the detail its last lines. If @text is empty, only the error is
 * given.
 */
void verifier_log_explain(const char *text, const struct code *code, int err,
			  struct kern_log *log);

#endif
