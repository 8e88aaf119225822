/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's functions by name:
 *
 *	/proc/kallsyms			names, modules and addresses of all
 *	available_filter_functions	"NAME [MODULE]" of those that can be traced
 *	debugfs kprobes/blacklist	those that kprobes must not touch
 *
 * A function of kallsyms that is not in the second list is kept, so that -lv
 * and messages can give the reason, which is found when a description names it.
 * The probes of a function are found by their names, too.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/map.h"
#include "base/system/file.h"
#include "base/text/glob.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/tracefs.h"
#include "runtime/provider/fbt/fbt.h"
#include "runtime/symbol/kallsyms.h"

static const char vmlinux[] = "vmlinux";

/*
 * Functions that run whenever a BPF program does: a probe there would count
 * the tracer and slow it down, or see nothing at all.
 */
static const char *const own_functions[] = {
	"__bpf_prog_enter*", "__bpf_prog_exit*", "__bpf_tramp_*",
	"__rcu_read_lock", "__rcu_read_unlock", "bpf_get_*", "bpf_ktime_get_*",
	"ktime_get_mono_fast_ns", "bpf_map_*", "bpf_probe_read_*",
	"copy_from_kernel_nofault*", "copy_from_user_nofault",
	"strncpy_from_*_nofault", "bpf_ringbuf_*", "__bpf_ringbuf_*",
	"__htab_map_*", "htab_map_*", "lookup_elem_raw",
	"lookup_nulls_elem_raw", "alloc_htab_elem", "*pcpu_freelist_p*",
	"array_map_*", "bpf_task_storage_*", "__bpf_task_storage_*",
	"task_storage_ptr", "bpf_local_storage_*", "bpf_selem_*",
	"bpf_prog_inc_misses_counter*", "kprobe_multi_link_*",
	"kprobe_dispatcher", "kprobe_ftrace_handler", "kprobe_perf_func",
	"kretprobe_*", "migrate_disable", "migrate_enable", "trace_call_bpf",
	"fprobe_*", "ftrace_ops_test", "rethook_*",
	/* a program that records holds such a lock: another would wait for it */
	"_raw_spin_lock_irqsave", "_raw_spin_unlock_irqrestore",
	"*queued_spin_lock_slowpath", "*queued_spin_unlock*",
};

/*
 * Functions that a program calls when it takes a kernel stack, several times
 * for each frame: in `fbt:::entry { @[stack()] = count(); }` they would be most
 * of what is reported as missed. Patterns leave them out; names do not.
 */
static const char *const stack_functions[] = {
	"__bpf_get_stack*", "get_perf_callchain", "get_callchain_entry",
	"put_callchain_entry", "perf_callchain_*", "__unwind_start",
	"unwind_next_frame", "unwind_get_return_address*", "__orc_find*",
	"orc_find*", "orc_ip", "stack_access_ok", "get_stack_info*",
	"in_task_stack", "in_entry_stack", "in_gate_area_no_mm",
	"kernel_text_address", "__kernel_text_address", "__module_address",
	"is_module_text_address", "is_bpf_text_address", "bpf_ksym_find",
	"__is_insn_slot_addr", "is_ftrace_trampoline",
	"ftrace_ops_trampoline", "ftrace_graph_ret_addr",
};

/* --------------------------------------------------------------- what works */

const char *fbt_problem(struct arena *arena)
{
	_cleanup_free_ char *lockdown = NULL;
	const char *mode;
	size_t len;

	if (feature_has(FEAT_kprobe_multi) || feature_has(FEAT_kprobe))
		return NULL;
	if (!file_read("/sys/kernel/security/lockdown", &lockdown, &len)) {
		mode = strchr(lockdown, '[');
		if (mode && strncmp(mode, "[none]", 6) != 0)
			return arena_printf(
				arena, "kprobes are forbidden: the kernel is "
				"locked down (%.*s, see /sys/kernel/security/"
				"lockdown)", (int)strcspn(mode + 1, "]"),
				mode + 1);
	}
	return arena_printf(arena, "no function of the kernel can be probed: "
			    "%s; with kprobe_multi: %s",
			    feature_reason(FEAT_kprobe),
			    feature_reason(FEAT_kprobe_multi));
}

/* ------------------------------------------------------------------- names */

/* "NAME" or "NAME [MODULE]": the unchanged line */
static void add_traceable(struct map *names, char *line)
{
	*map_put_str(names, line) = names;
}

/* "0xADDR-0xADDR	NAME" */
static void add_forbidden(struct map *names, char *line)
{
	const char *name = strchr(line, '\t');

	if (name)
		*map_put_str(names, name + 1) = names;
}

static int read_names(enum kern_fs fs, const char *path, struct map *names,
		      void (*add)(struct map *names, char *line))
{
	_cleanup_free_ char *text = NULL;
	char *save = NULL;
	size_t len;
	int err = kern_fs_read(fs, path, &text, &len);

	if (err)
		return err;
	for (char *line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save))
		add(names, line);
	return 0;
}

/* ------------------------------------------------------------------ the list */

struct loading {
	struct fbt_list *list;
	VEC(struct loaded) all;
};

/* A symbol. */
struct loaded {
	const char *module, *name;
	uint64_t kaddr;
	uint32_t size_bytes; /* up to the next one; 0: that is far away */
};

/* Symbols come by address: the next one ends all those before it. */
static void add_symbol(void *ctx, const struct kallsyms_symbol *symbol)
{
	struct loading *loading = ctx;
	struct loaded *all = loading->all.v;
	size_t cnt = loading->all.cnt;
	uint64_t last = cnt ? all[cnt - 1].kaddr : 0;

	if (symbol->start_kaddr - last <= UINT32_MAX)
		for (size_t i = cnt; i-- && all[i].kaddr == last;)
			all[i].size_bytes =
				(uint32_t)(symbol->start_kaddr - last);
	*vec_add(&loading->all) = (struct loaded){
		symbol->module, symbol->name, symbol->start_kaddr, 0 };
}

/* vmlinux is the first. */
static int compare_modules(const char *a, const char *b)
{
	int order = !strcmp(b, vmlinux) - !strcmp(a, vmlinux);

	return order ? order : strcmp(a, b);
}

static int compare(const void *a_, const void *b_)
{
	const struct loaded *a = a_, *b = b_;
	int order = 0;

	if (a->module != b->module)
		order = compare_modules(a->module, b->module);
	if (!order)
		order = strcmp(a->name, b->name);
	if (!order)
		order = a->kaddr < b->kaddr ? -1 : a->kaddr > b->kaddr;
	return order;
}

static void add_func(struct loading *loading, const struct loaded *one)
{
	struct fbt_list *list = loading->list;
	struct fbt_func *last =
		list->funcs.cnt ? &list->funcs.v[list->funcs.cnt - 1] : NULL;

	if (!last || strcmp(last->name, one->name) != 0 ||
	    strcmp(last->module, one->module) != 0) {
		last = vec_add(&list->funcs);
		*last = (struct fbt_func){
			.module = one->module,
			.name = one->name,
			.site_first = (uint32_t)list->kaddrs.cnt,
			.size_bytes = one->size_bytes,
		};
	}
	if (one->size_bytes < last->size_bytes)
		last->size_bytes = one->size_bytes;
	last->site_cnt++;
	vec_push(&list->kaddrs, one->kaddr);
}

static void load(struct loading *loading, struct kallsyms *kallsyms)
{
	int err = kallsyms_walk(kallsyms, add_symbol, loading);

	if (err) {
		loading->list->problem = kallsyms_problem(kallsyms);
		return;
	}
	qsort(loading->all.v, loading->all.cnt, sizeof(loading->all.v[0]),
	      compare);
	for (size_t i = 0; i < loading->all.cnt; i++)
		add_func(loading, &loading->all.v[i]);
}

void fbt_list_init(struct fbt_list *list, struct arena *arena,
		   struct kallsyms *kallsyms)
{
	struct loading loading = { .list = list };
	int err;

	*list = (struct fbt_list){ .problem = fbt_problem(arena) };
	if (list->problem)
		return;
	err = read_names(KERN_TRACEFS, "available_filter_functions",
			 &list->traceable, add_traceable);
	if (err)
		list->problem = arena_printf(
			arena, "the list of functions, "
			"available_filter_functions of tracefs, can't be read: "
			"%s%s", strerror(-err),
			err == -EPERM ? " (CAP_SYS_ADMIN is missing, and "
			"tracefs is not mounted)" : "");
	else
		read_names(KERN_DEBUGFS, "kprobes/blacklist",
			   &list->forbidden, add_forbidden);
	if (!err)
		load(&loading, kallsyms);
	vec_deinit(&loading.all);
}

void fbt_list_deinit(struct fbt_list *list)
{
	vec_deinit(&list->funcs);
	vec_deinit(&list->kaddrs);
	map_deinit(&list->traceable);
	map_deinit(&list->forbidden);
}

/* ------------------------------------------------------------ one function */

static bool is_traceable(const struct fbt_list *list,
			 const struct fbt_func *func)
{
	char line[512];

	if (!strcmp(func->module, vmlinux))
		return map_get_str(&list->traceable, func->name);
	snprintf(line, sizeof(line), "%s [%s]", func->name, func->module);
	return map_get_str(&list->traceable, line);
}

static bool is_one_of(const char *const *globs, size_t cnt, const char *name)
{
	for (size_t i = 0; i < cnt; i++)
		if (glob_match(globs[i], name))
			return true;
	return false;
}

static const char *reason(const struct fbt_list *list,
			  const struct fbt_func *func)
{
	if (map_get_str(&list->forbidden, func->name))
		return "the kernel's blacklist forbids kprobes there";
	if (!is_traceable(list, func))
		return "the kernel can't trace it (notrace, assembler, or "
		       "discarded)";
	if (is_one_of(own_functions,
		      sizeof(own_functions) / sizeof(own_functions[0]),
		      func->name))
		return "programs of probes call it";
	return NULL;
}

const char *fbt_why(const struct fbt_list *list, struct fbt_func *func)
{
	if (!func->is_looked_up)
		func->why = reason(list, func);
	func->is_looked_up = true;
	return func->why;
}

const char *fbt_why_in_pattern(const struct fbt_list *list,
			       struct fbt_func *func)
{
	const char *why = fbt_why(list, func);

	if (!why && is_one_of(stack_functions,
			      sizeof(stack_functions) /
				      sizeof(stack_functions[0]),
			      func->name))
		why = "programs of probes call it to take a stack; name it to "
		      "probe it";
	return why;
}

const char *const fbt_way_names[FBT_WAY_CNT] = { "entry", "return" };

const struct probe *fbt_probe(const struct fbt_state *state,
			      const struct fbt_func *func, const char *name)
{
	return probe_get(state->env->probes, state->provider, func->module,
			 func->name, name);
}

const struct probe *fbt_site_probe(const struct fbt_class *class,
				   size_t site_idx)
{
	return fbt_probe(class->state, fbt_site_func(class, site_idx),
			 class->sites.v[site_idx].name);
}
