/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In: the name of a function. Out: its address, its arguments in the registers
 * of the calling convention, a link, by kprobe_multi or else by an event of
 * tracefs. The arguments of the compiler's copies (NAME.isra.0) are not known.
 */
#include "runtime/provider/tracepoint/tp_kprobe.h"

#include <errno.h>

#include "base/arena.h"
#include "base/printable.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/kprobe.h"
#include "runtime/provider/fbt/fbt.h"
#include "runtime/provider/machine.h"

static const char vmlinux[] = "vmlinux";

int tp_func_find(const struct prov_env *env, const char *name,
		 struct tp_scope *scope, struct tp_func *ret,
		 struct probe_abi *abi)
{
	const struct fbt_func func = { .module = vmlinux, .name = name };
	struct kallsyms_symbol symbol;
	const struct type *proto;

	if (fbt_problem(env->arena) ||
	    kallsyms_find_name(env->kallsyms, vmlinux, name, &symbol))
		return -ENOENT;
	*ret = (struct tp_func){ .name = name, .kaddr = symbol.start_kaddr };
	abi->context = ABI_KPROBE;
	if (feature_has(FEAT_kprobe_multi))
		abi->identity.kind = ABI_ID_COOKIE;
	proto = fbt_prototype(env->types, &func);
	if (!proto)
		return 0;
	scope->params = proto->params;
	scope->param_cnt = proto->param_cnt < prov_machine.reg_arg_cnt ?
				   proto->param_cnt : prov_machine.reg_arg_cnt;
	scope->param_offs = prov_machine.reg_args;
	return 0;
}

const char *tp_func_why(const struct prov_env *env, const char *name)
{
	const char *problem = fbt_problem(env->arena);

	if (!problem)
		problem = "this kernel has no such function with these "
			  "arguments";
	return arena_printf(env->arena, "it is the function %s: %s", name,
			    problem);
}

int tp_func_attach(const struct tp_func *func, int prog_fd,
		   struct kern_links *links, struct strbuf *warn)
{
	const struct kern_kprobe req = {
		.prog_fd = prog_fd,
		.kaddrs = &func->kaddr,
		.places = feature_has(FEAT_kprobe_multi) ? NULL : &func->name,
		.site_cnt = 1,
		.first_cookie = func->tag,
	};
	struct kern_log log = { 0 };
	int err = kern_kprobe_attach(links, &req, NULL, NULL, &log);

	if (err)
		printable_line(warn, "%s: %s", func->name,
			       strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err;
}
