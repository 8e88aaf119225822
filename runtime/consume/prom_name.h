/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The names of metrics and labels. All names in a file are different, whatever
 * the script's names are.
 */
#ifndef DTRACE_RUNTIME_CONSUME_PROM_NAME_H
#define DTRACE_RUNTIME_CONSUME_PROM_NAME_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/text/strbuf.h"
#include "lang/ast.h"

/* One aggregation. */
struct prom_name {
	const char *metric; /* "dtrace_n", without _total, _bucket ... */
	const char **labels; /* [key] */
};

enum prom_type { PROM_COUNTER, PROM_GAUGE, PROM_HISTOGRAM };

/* All that were given; zeroed: none. */
struct prom_names {
	struct arena arena;
	struct map taken; /* "dtrace_n_total" -> not NULL */
};

void prom_names_init(struct prom_names *names);
void prom_names_deinit(struct prom_names *names);

/* Makes unique names; prom_names_deinit() frees them. */
void prom_name_give(struct prom_names *names, const struct ident *ident,
		    enum prom_type type, struct prom_name *ret);
/* Whether another metric already had the name that @ident would have. */
bool prom_name_is_changed(const struct prom_name *name,
			  const struct ident *ident);
/* `"TEXT"` as the value of a label: always UTF-8. */
void prom_put_label_text(const char *text, size_t len, struct strbuf *out);

#endif
