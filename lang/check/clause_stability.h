/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How stable a checked clause is (d-language: Name/Data/Class triples).
 */
#ifndef DTRACE_LANG_ATTRIBUTE_H
#define DTRACE_LANG_ATTRIBUTE_H

#include "base/strbuf.h"
#include "lang/ast.h"

/* The lower one of each word. */
struct stability stability_min(struct stability a, struct stability b);
/* Whether some word of @a is lower than @least has it. */
bool stability_is_below(struct stability a, struct stability least);
/* The highest of all. */
struct stability stability_highest(void);
/* "Stable/Private/Common" */
void stability_text(struct stability attr, struct strbuf *out);
/* The same text read. Returns 0 or -EINVAL. */
int stability_read(const char *text, struct stability *ret);

/* The least of all names that the predicate and the statements use. */
struct stability clause_stability(const struct clause *clause);
/* Reports D_ATTR_MIN at the first name that is below @least, if any is. */
void check_attributes(const struct clause *clause, struct stability least,
		      struct diag_list *diags);

#endif
