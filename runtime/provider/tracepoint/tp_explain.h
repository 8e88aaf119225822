/* SPDX-License-Identifier: BSD-2-Clause */
/* Probes at places in modules: rows of tracepoints.def with "MODULE:NAME". */
#ifndef DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_EXPLAIN_H
#define DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_EXPLAIN_H

#include "base/arena.h"

extern const char tp_vmlinux[];

/*
 * Splits "MODULE:NAME": returns the module, in the arena, and moves @name to
 * the name. For a name alone, returns tp_vmlinux.
 */
const char *tp_module_of(struct arena *arena, const char **name);
/*
 * Why "MODULE:NAME" has none of these @things ("functions"), if the module is
 * not loaded; in the arena. NULL: that is not the reason.
 */
const char *tp_module_why(struct arena *arena, const char *place,
			  const char *things);
/*
 * Why tracepoint @place, "NAME" or "MODULE:NAME", does not exist; in the arena.
 */
const char *tp_why_no_tracepoint(struct arena *arena, const char *place);
/*
 * Why no program may be attached to the tracepoint @name (harmful.def; static
 * text), or NULL. Every provider that attaches to tracepoints by name must ask.
 */
const char *tp_why_harmful(const char *name);
/* Other tracepoints for the module's work (tp_alternatives.def); "": none. */
const char *tp_module_instead(const char *module);

#endif
