/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the descriptions of a clause mean: found once, before the clause is
 * checked (resolve.c), and used when it is enabled (bind.c).
 *
 *	clause		specs			sites
 *	pid1::f*:entry,	pid1::f*:entry	2	pid 0  pid 1
 *	BEGIN {...}	:::BEGIN	1	dtrace 0
 */
#ifndef DTRACE_RUNTIME_SESSION_RESOLVE_H
#define DTRACE_RUNTIME_SESSION_RESOLVE_H

#include "base/vec.h"
#include "lang/ast.h"
#include "runtime/provider/provider.h"

/* Where a clause is to run. There may be hundreds of thousands. */
struct resolved_site {
	uint32_t site;	  /* as its provider numbers it */
	uint8_t provider; /* enum provider_row */
	uint8_t way;	  /* in which its arguments come: resolve.c */
};

/* A description. */
struct resolved_spec {
	struct probe_spec *spec;
	bool is_fallback;    /* it has nothing as written: session_fallback() */
	int cnt;	     /* of probes */
	size_t site_cnt;     /* of the clause's sites, those after the last's */
	struct prov_why why; /* there are none */
	/* what follows is of found probes, where they are told */
	const char *function; /* of the last one */
	struct stability least[PROVIDER_ATTR_CNT];
};

struct resolved_clause {
	const struct clause *clause;
	VEC(struct resolved_spec) specs;
	VEC(struct resolved_site) sites;
};

#endif
