/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fields of a trace event, as its file `format` in tracefs lists them.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_FIELDS_H
#define DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_FIELDS_H

#include "lang/type/type.h"
#include "runtime/common/probe_access.h"

struct tp_field {
	const char *type_text;	   /* in the arena */
	/* the kernel's type of argN; see tp_fields_parse() */
	const struct type *native;
	struct abi_arg arg;
};

/*
 * Parses the file's text, which is changed. An array or a string is passed as
 * its address: then `native` is a pointer, to the array or to characters.
 * Returns the number of fields, at most @max.
 */
size_t tp_fields_parse(struct type_table *types, char *text,
		       struct tp_field *ret, size_t max);
/* The same for event @group:@name; 0 if tracefs can't be reached. */
size_t tp_fields_read(struct type_table *types, const char *group,
		      const char *name, struct tp_field *ret, size_t max);

#endif
