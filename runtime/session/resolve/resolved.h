/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The probes that the descriptions of a clause match. They are found once,
 * before the clause is checked (resolve.c), and used to enable it (bind.c).
 *
 *	clause		specs			sites
 *	pid1::f*:entry,	pid1::f*:entry	2	pid 0  pid 1
 *	BEGIN {...}	:::BEGIN	1	dtrace 0
 */
#ifndef DTRACE_RUNTIME_SESSION_RESOLVE_RESOLVED_H
#define DTRACE_RUNTIME_SESSION_RESOLVE_RESOLVED_H

#include "base/vec.h"
#include "lang/ast.h"
#include "runtime/common/probe.h"
#include "runtime/provider/provider.h"

/* A place where a clause runs. There may be hundreds of thousands. */
struct resolved_site {
	uint32_t site;	  /* as its provider numbers it */
	uint8_t provider; /* enum provider_row */
	uint8_t way;	  /* how the probe passes arguments: resolve.c */
};

/* A description. */
struct resolved_spec {
	struct probe_spec *spec;
	bool is_fallback;    /* matched only by session_fallback() */
	int cnt;	     /* number of probes */
	size_t site_cnt;     /* its sites follow those of the previous spec */
	struct prov_why why; /* why no probes were found */
	/* of the probes, if they are reported: the last one's function ... */
	const char *function;
	struct stability least[PROVIDER_ATTR_CNT]; /* ... and the lowest */
};

struct resolved_clause {
	const struct clause *clause;
	struct lang_args *args; /* those of the clause; NULL: it is split, or
				 * does not use args[] */
	VEC(struct resolved_spec) specs;
	VEC(struct resolved_site) sites;
};

struct session_matched {
	struct probe_table probes;
	struct prov_env prov_env;
	void *providers[PROVIDER_CNT]; /* owned */
	VEC(struct resolved_clause) clauses; /* in program order; until bound */
};

#endif
