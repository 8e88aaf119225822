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
#include "runtime/provider/tracepoint/tp_module.h"

int tp_func_find(const struct prov_env *env, const char *place,
		 struct tp_scope *scope, struct tp_func *ret,
		 struct probe_abi *abi)
{
	struct fbt_func func = { .name = place };
	struct kallsyms_symbol symbol;
	const struct type *proto;

	func.module = tp_module_of(env->arena, &func.name);
	if (fbt_problem(env->arena))
		return -ENOENT;
	if (kallsyms_find_name(env->kallsyms, func.module, func.name,
			       &symbol)) {
		/* modules can be parts of the kernel itself */
		func.module = tp_vmlinux;
		place = func.name;
		if (kallsyms_find_name(env->kallsyms, tp_vmlinux, place, &symbol))
			return -ENOENT;
	}
	*ret = (struct tp_func){ .place = place, .kaddr = symbol.start_kaddr };
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

const char *tp_func_why(const struct prov_env *env, const char *place)
{
	const char *name = place, *problem, *instead = "";
	const char *module = tp_module_of(env->arena, &name);
	const char *why = tp_module_why(env->arena, place, "functions");

	if (why)
		return why;
	if (name == place)
		module = "";
	problem = fbt_problem(env->arena);
	if (problem && *module)
		instead = tp_module_instead(module);
	if (!problem)
		problem = "this kernel has no such function with these "
			  "arguments";
	return arena_printf(env->arena, "it is the function %s%s%s: %s%s%s",
			    name, *module ? " of the module " : "", module,
			    problem, *instead ? "; see " : "", instead);
}

int tp_func_attach(const struct tp_func *func, int prog_fd,
		   struct kern_links *links, struct strbuf *warn)
{
	const struct kern_kprobe req = {
		.prog_fd = prog_fd,
		.kaddrs = &func->kaddr,
		.places = feature_has(FEAT_kprobe_multi) ? NULL : &func->place,
		.site_cnt = 1,
		.first_cookie = func->tag,
	};
	struct kern_log log = { 0 };
	int err = kern_kprobe_attach(links, &req, NULL, NULL, &log);

	if (err)
		printable_line(warn, "%s: %s", func->place,
			       strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err;
}
