/* SPDX-License-Identifier: BSD-2-Clause */
/* Values with their types, as print() shows them. */
#ifndef DTRACE_RUNTIME_CONSUME_TEXT_PRINT_H
#define DTRACE_RUNTIME_CONSUME_TEXT_PRINT_H

#include <stdint.h>

#include "base/text/strbuf.h"
#include "runtime/common/record.h"

/* Appends the datum of a print(), at most @max_bytes of it. */
void print_datum(const struct rec_field *field, const uint8_t *data,
		 uint64_t max_bytes, struct strbuf *out);

#endif
