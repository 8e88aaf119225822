/* SPDX-License-Identifier: BSD-2-Clause */
/* The stability of a checked clause (Name/Data/Class triples). */
#ifndef DTRACE_LANG_CHECK_CLAUSE_STABILITY_H
#define DTRACE_LANG_CHECK_CLAUSE_STABILITY_H

#include "base/strbuf.h"
#include "lang/ast.h"

/* The lower one of each word. */
struct stability stability_min(struct stability a, struct stability b);
/* Whether any word of @a is lower than that of @least. */
bool stability_is_below(struct stability a, struct stability least);
/* The highest value of each word. */
struct stability stability_highest(void);
/* "Stable/Private/Common" */
void stability_text(struct stability attr, struct strbuf *out);
/* Reads this text. Returns 0 or -EINVAL. */
int stability_read(const char *text, struct stability *ret);

/* The lowest stability of all names in the predicate and the statements. */
struct stability clause_stability(const struct clause *clause);
/* Reports D_ATTR_MIN at the first name below @least, if there is one. */
void check_attributes(const struct clause *clause, struct stability least,
		      struct diag_list *diags);

#endif
