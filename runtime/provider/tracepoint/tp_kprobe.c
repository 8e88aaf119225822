/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In: the name of a function. Out: its address, its arguments in the registers
 * of the calling convention, a link, by kprobe_multi or else by an event of
 * tracefs. The arguments of the compiler's copies (NAME.isra.0) are not known.
 */
#include "runtime/provider/tracepoint/tp_kprobe.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/cleanup.h"
#include "base/printable.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/kprobe.h"
#include "runtime/provider/fbt/fbt.h"
#include "runtime/provider/machine.h"

static const char vmlinux[] = "vmlinux";

/* "MODULE:NAME": the module, in the arena, and @name moves to the name. */
static const char *module_of(struct arena *arena, const char **name)
{
	const char *colon = strchr(*name, ':');
	const char *module = vmlinux;

	if (colon) {
		module = arena_strndup(arena, *name, (size_t)(colon - *name));
		*name = colon + 1;
	}
	return module;
}

int tp_func_find(const struct prov_env *env, const char *place,
		 struct tp_scope *scope, struct tp_func *ret,
		 struct probe_abi *abi)
{
	struct fbt_func func = { .name = place };
	struct kallsyms_symbol symbol;
	const struct type *proto;

	func.module = module_of(env->arena, &func.name);
	if (fbt_problem(env->arena))
		return -ENOENT;
	if (kallsyms_find_name(env->kallsyms, func.module, func.name,
			       &symbol)) {
		/* modules can be parts of the kernel itself */
		func.module = vmlinux;
		place = func.name;
		if (kallsyms_find_name(env->kallsyms, vmlinux, place, &symbol))
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

static bool is_loaded(const char *module)
{
	_cleanup_free_ char *path = xasprintf("/sys/module/%s", module);

	return !access(path, F_OK);
}

static const struct tp_module {
	const char *name;
	const char *instead;
} modules[] = {
#define TP_MODULE(name, instead) { #name, instead },
#include "runtime/provider/tracepoint/tp_modules.def"
#undef TP_MODULE
};

/* What else tells of the module; "": nothing */
static const char *instead_of(const char *module)
{
	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
		if (!strcmp(modules[i].name, module))
			return modules[i].instead;
	return "";
}

const char *tp_func_why(const struct prov_env *env, const char *place)
{
	static const char missing[] = "they are functions of the module %s, "
				      "which is not loaded: modprobe %s";
	const char *name = place, *problem, *instead = "";
	const char *module = module_of(env->arena, &name);

	if (name == place)
		module = "";
	else if (!is_loaded(module))
		return arena_printf(env->arena, missing, module, module);
	problem = fbt_problem(env->arena);
	if (problem && *module)
		instead = instead_of(module);
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
