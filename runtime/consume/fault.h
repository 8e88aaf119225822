/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Run-time faults as the user reads them.
 */
#ifndef DTRACE_RUNTIME_CONSUME_FAULT_H
#define DTRACE_RUNTIME_CONSUME_FAULT_H

#include "base/strbuf.h"
#include "runtime/consume/consumer.h"
#include "runtime/record.h"

/* Appends the line, without "dtrace: " and newline. */
void fault_print(const struct rec_error *error, uint32_t enabling,
		 const struct consumer_probe *probe, struct strbuf *out);

#endif
