/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In: the name of a function. Out: its address; its arguments, in the registers
 * of the calling convention or at its return as fexit has them; a link, by
 * kprobe_multi, else by an event of tracefs, or by fexit. The arguments of the
 * compiler's copies (NAME.isra.0) are not known.
 */
#include "runtime/provider/tracepoint/tp_kprobe.h"

#include <errno.h>
#include <string.h>

#include "base/arena.h"
#include "base/text/printable.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/fentry.h"
#include "runtime/kernel/link/kprobe.h"
#include "runtime/provider/fbt/fbt.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/tracepoint/tp_explain.h"

/* Returns 0, or -ENOENT: it does not exist or can't be probed. */
static int find(const struct prov_env *env, const char *place,
		struct fbt_func *func_ret, struct tp_func *ret)
{
	struct fbt_func func = { .name = place };
	struct kallsyms_symbol symbol;

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
	*func_ret = func;
	*ret = (struct tp_func){ .place = place, .kaddr = symbol.start_kaddr };
	return 0;
}

int tp_func_find(const struct prov_env *env, const char *place,
		 struct tp_scope *scope, struct tp_func *ret,
		 struct probe_abi *abi)
{
	struct fbt_func func;
	const struct type *proto;
	int err = find(env, place, &func, ret);

	if (err)
		return err;
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

int tp_return_find(const struct prov_env *env, const char *place,
		   struct tp_scope *scope, struct tp_func *ret,
		   struct probe_abi *abi)
{
	struct fbt_func func;
	struct btf_func btf;
	int err = find(env, place, &func, ret);

	if (err)
		return err;
	if (!feature_has(FEAT_fentry) ||
	    !fbt_fentry_function(env, func.module, func.name, ret->kaddr,
				 FBT_RETURN, &btf))
		return -ENOENT;
	abi->context = ABI_FENTRY;
	abi->function = (struct abi_function){
		.is_return = true,
		.kaddr = ret->kaddr,
		.btf_id = btf.btf_id,
		.btf_module = strcmp(btf.module, tp_vmlinux) ? btf.module : NULL,
	};
	scope->params = btf.type->params;
	scope->param_cnt = btf.type->param_cnt;
	scope->result_off = ABI_FENTRY_RESULT;
	if (type_resolve(btf.type->target)->kind != TYPE_VOID)
		scope->result = btf.type->target;
	return 0;
}

/* Why no function of this kernel can be probed so, or NULL. */
static const char *lacking(struct arena *arena, bool is_return)
{
	const char *problem = fbt_problem(arena);

	if (!problem && is_return && !feature_has(FEAT_fentry))
		problem = "this kernel has no fexit, which is needed for the "
			  "arguments at the return of a function";
	return problem;
}

const char *tp_func_why(const struct prov_env *env, const char *place,
			bool is_return, bool is_one)
{
	const char *name = place, *problem, *instead = "";
	const char *module = tp_module_of(env->arena, &name);
	const char *why = tp_module_why(env->arena, place, "functions");

	if (why)
		return why;
	if (name == place)
		module = "";
	problem = lacking(env->arena, is_return);
	if (problem && *module)
		instead = tp_module_instead(module);
	if (problem && !*module && !is_one)
		return arena_printf(env->arena, "its probes are at functions: "
				    "%s", problem);
	if (!problem)
		problem = "this kernel has no such function with these "
			  "arguments";
	return arena_printf(env->arena, "it is the function %s%s%s: %s%s%s",
			    name, *module ? " of the module " : "", module,
			    problem, *instead ? "; see " : "", instead);
}

static int attach(const struct tp_func *func, const struct probe_abi *abi,
		  int prog_fd, struct kern_links *links, struct kern_log *log)
{
	const struct kern_kprobe req = {
		.prog_fd = prog_fd,
		.kaddrs = &func->kaddr,
		.places = feature_has(FEAT_kprobe_multi) ? NULL : &func->place,
		.site_cnt = 1,
		.first_cookie = func->tag,
	};
	int err;

	if (abi->context != ABI_FENTRY)
		return kern_kprobe_attach(links, &req, NULL, NULL, log);
	err = kern_fentry_attach(links, prog_fd);
	if (err)
		strbuf_printf(&log->message, "the kernel refuses a program at "
			      "its return: %s", strerror(-err));
	return err;
}

int tp_func_attach(const struct tp_func *func, const struct probe_abi *abi,
		   int prog_fd, struct kern_links *links, struct strbuf *warn)
{
	struct kern_log log = { 0 };
	int err = attach(func, abi, prog_fd, links, &log);

	if (err)
		printable_line(warn, "%s: %s", func->place,
			       strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err;
}
