/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which functions get a program each (fentry, fexit: see
 * runtime/kernel/link/fentry.h) and which are probed by kprobes. A firing of
 * fentry costs less than half of that of a kprobe, but each link takes a grace
 * period to close: 16 links took two to three seconds, one kprobe_multi link a
 * tenth of a second. So fentry is used for a few functions only.
 */
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/text/glob.h"
#include "runtime/kernel/feature/trial_fentry.h"
#include "runtime/kernel/module_btf_fd.h"
#include "runtime/provider/fbt/fbt.h"

enum { LINK_MAX = 8 };

/*
 * They don't return: the kernel would keep their trampolines for ever. Newer
 * kernels refuse them.
 */
static const char *const never_return[] = {
	"*do_exit", "*do_group_exit", "*kthread_exit", "*_and_exit",
	"*_make_dead", "make_task_dead", "do_task_dead", "__*_sys_exit",
	"__*_sys_exit_group", "cpu_startup_entry", "*panic*", "stop_this_cpu",
	"machine_real_restart", "play_dead*", "*_play_dead",
};

bool fbt_fentry_is_worth(const struct fbt_state *state)
{
	return !state->is_raw && state->wanted_cnt <= LINK_MAX;
}

static bool returns(const char *name)
{
	for (size_t i = 0; i < sizeof(never_return) / sizeof(*never_return);
	     i++)
		if (glob_match(never_return[i], name))
			return false;
	return true;
}

/* Structs by value are in places of their own. */
static bool is_plain(const struct type *type)
{
	type = type_resolve(type);
	return type_is_scalar(type) && type->size_bytes <= 8;
}

static bool has_plain_types(const struct type *proto)
{
	if (proto->is_variadic || proto->param_cnt > ABI_ARG_MAX)
		return false;
	for (size_t i = 0; i < proto->param_cnt; i++)
		if (!is_plain(proto->params[i]))
			return false;
	return type_resolve(proto->target)->kind == TYPE_VOID ||
	       is_plain(proto->target);
}

/* The kernel looks for the function by its name alone. */
static bool is_only_one(const struct prov_env *env, const char *name,
			uint64_t kaddr)
{
	struct kallsyms_symbol symbol;

	return !kallsyms_find_name(env->kallsyms, NULL, name, &symbol) &&
	       symbol.start_kaddr == kaddr;
}

static bool is_accepted(const struct btf_func *btf, enum fbt_way way)
{
	bool is_own = !strcmp(btf->module, "vmlinux");
	_cleanup_close_ int btf_fd = is_own ? -1 : kern_module_btf(btf->module);
	_cleanup_close_ int prog_fd = -1;
	struct strbuf why = { 0 };

	if (!is_own && btf_fd < 0)
		return false;
	prog_fd = kern_fentry_try(is_own ? 0 : btf_fd, btf->btf_id,
				  way == FBT_RETURN, &why);
	strbuf_deinit(&why);
	return prog_fd >= 0;
}

bool fbt_fentry_function(const struct prov_env *env, const char *module,
			 const char *name, uint64_t kaddr, enum fbt_way way,
			 struct btf_func *ret)
{
	struct type_table *types = env->types;

	return types->source && is_only_one(env, name, kaddr) &&
	       (way == FBT_ENTRY || returns(name)) &&
	       !btf_func_find(types->source, types, module, name, ret) &&
	       has_plain_types(ret->type) && is_accepted(ret, way);
}

bool fbt_fentry_find(const struct fbt_state *state,
		     const struct fbt_func *func, enum fbt_way way,
		     struct btf_func *ret)
{
	return func->site_cnt == 1 &&
	       fbt_fentry_function(state->env, func->module, func->name,
				   state->list.kaddrs.v[func->site_first], way,
				   ret);
}
