/* SPDX-License-Identifier: BSD-2-Clause */
/* The stability of a checked clause (Name/Data/Class triples). */
#ifndef DTRACE_LANG_CHECK_CLAUSE_STABILITY_H
#define DTRACE_LANG_CHECK_CLAUSE_STABILITY_H

#include "base/text/diag.h"
#include "lang/ast.h"

/* The lowest stability of all names in the predicate and the statements. */
struct stability clause_stability(const struct clause *clause);
/* Reports D_ATTR_MIN at the first name below @least, if there is one. */
void check_attributes(const struct clause *clause, struct stability least,
		      struct diag_list *diags);

#endif
