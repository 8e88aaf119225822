/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A kernel function as the source of a probe that has no tracepoint: rows
 * TP_FUNC and TP_RETURN of tracepoints.def.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_KPROBE_H
#define DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_KPROBE_H

#include "runtime/provider/provider.h"
#include "runtime/provider/tracepoint/tp_operand.h"

struct tp_func {
	const char *place; /* borrowed */
	uint64_t kaddr;
	uint32_t tag; /* tag of the probe */
};

/*
 * Looks for the function @place, "NAME" of the kernel itself or "MODULE:NAME":
 * fills @ret, @scope (the meaning of the operands' words) and @abi (how a
 * program at its entry finds its arguments). Returns 0, or -ENOENT: there is
 * none, or functions can't be probed here.
 */
int tp_func_find(const struct prov_env *env, const char *place,
		 struct tp_scope *scope, struct tp_func *ret,
		 struct probe_abi *abi);
/*
 * The same for its return, by fexit; the arguments have their values at the
 * entry.
 */
int tp_return_find(const struct prov_env *env, const char *place,
		   struct tp_scope *scope, struct tp_func *ret,
		   struct probe_abi *abi);
/*
 * Why tp_func_find() or, if @is_return, tp_return_find() does not find function
 * @place; in the arena. @is_one: one probe was named, not all of the
 * provider's.
 */
const char *tp_func_why(const struct prov_env *env, const char *place,
			bool is_return, bool is_one);
/* Attaches a program for @abi. Returns 0, or -errno with a line in @warn. */
int tp_func_attach(const struct tp_func *func, const struct probe_abi *abi,
		   int prog_fd, struct kern_links *links,
		   struct strbuf *warn);

#endif
