/* SPDX-License-Identifier: BSD-2-Clause */
/* Probes at places in modules: rows of tracepoints.def with "MODULE:NAME". */
#ifndef DTRACE_RUNTIME_PROVIDER_TP_MODULE_H
#define DTRACE_RUNTIME_PROVIDER_TP_MODULE_H

#include "base/arena.h"

extern const char tp_vmlinux[];

/*
 * "MODULE:NAME": the module, in the arena, and @name moves to the name. A name
 * alone: tp_vmlinux.
 */
const char *tp_module_of(struct arena *arena, const char **name);
/*
 * Why there is none of these @things ("functions") for "MODULE:NAME": the
 * module is not loaded. In the arena; NULL: that is not the reason.
 */
const char *tp_module_why(struct arena *arena, const char *place,
			  const char *things);
/* Why there is no tracepoint @place, "NAME" or "MODULE:NAME"; in the arena. */
const char *tp_why_no_tracepoint(struct arena *arena, const char *place);
/*
 * Why no program may be at the tracepoint @name (harmful.def; static text), or
 * NULL: every provider that attaches to tracepoints by name has to ask.
 */
const char *tp_why_harmful(const char *name);
/* Tracepoints that show the module's work (tp_modules.def); "": none. */
const char *tp_module_instead(const char *module);

#endif
