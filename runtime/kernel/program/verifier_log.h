/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The verifier's log -> the D text that it refused.
 */
#ifndef DTRACE_RUNTIME_KERNEL_VERIFIER_LOG_H
#define DTRACE_RUNTIME_KERNEL_VERIFIER_LOG_H

#include "runtime/codegen/ir/code.h"
#include "runtime/kernel/log.h"

/*
 * Fills @log (may be NULL) from @text, the log of a failed load of @code:
 * the place is the mark of the last instruction that the log names, the
 * message its last sentence, the detail its last lines. An empty @text gives
 * only the error.
 */
void verifier_log_explain(const char *text, const struct code *code, int err,
			  struct kern_log *log);

#endif
