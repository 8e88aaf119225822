/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Links the programs of the classes: a function's own program, or all functions
 * of a class by kprobes.
 */
#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/text/printable.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/fentry.h"
#include "runtime/kernel/link/kprobe.h"
#include "runtime/provider/fbt/fbt.h"
#include "runtime/provider/machine.h"

struct attaching {
	const struct fbt_class *class;
	struct strbuf *warn;
	size_t bad_cnt;
};

static const char *refusal(int err)
{
	return err == -EILSEQ ? "no instruction begins there" : strerror(-err);
}

static void bad_site(void *arg, size_t site_idx, int err)
{
	struct attaching *a = arg;
	struct fbt_state *state = a->class->state;
	const struct fbt_func *func = fbt_site_func(a->class, site_idx);

	a->bad_cnt++;
	/*
	 * report it for a function that was named, not for thousands of a
	 * pattern
	 */
	if (a->class->sites.cnt <= 16 || state->env->options->value[OPT_verbose])
		printable_line(a->warn, "%s:%s:%s:%s is not probed: the kernel "
			       "refuses it (%s)", state->provider,
			       func->module, func->name,
			       a->class->sites.v[site_idx].name, refusal(err));
}

/*
 * Places in the kernel itself are given as an offset from its start, since
 * several functions may have one name; those in a module by name.
 */
static const char *const *places_of(const struct fbt_class *class)
{
	struct fbt_state *state = class->state;
	struct arena *arena = state->env->arena;
	const char **places =
		arena_new_array(arena, const char *, class->sites.cnt);
	struct kallsyms_symbol base = { 0 };
	const char *begin = "_text";

	/* arm64 has the second only */
	if (kallsyms_find_name(state->env->kallsyms, "vmlinux", begin, &base))
		kallsyms_find_name(state->env->kallsyms, "vmlinux",
				   begin = "_stext", &base);
	for (size_t i = 0; i < class->sites.cnt; i++) {
		const struct fbt_site *site = &class->sites.v[i];
		const struct fbt_func *func = fbt_site_func(class, i);

		if (strcmp(func->module, "vmlinux") != 0)
			places[i] = arena_printf(
				arena, "%s:%s+0x%x", func->module, func->name,
				site->off_bytes);
		else
			places[i] = arena_printf(
				arena, "%s+0x%llx", begin,
				(unsigned long long)(site->kaddr -
						     base.start_kaddr));
	}
	return places;
}

/* Newer kernels keep pending returns with each thread. */
static bool has_return_pool(struct type_table *types)
{
	return type_member_off(types, "fprobe", "rethook") != 0;
}

static int attach_kprobes(const struct fbt_class *class, int prog_fd,
			  struct kern_links *links, struct strbuf *warn)
{
	struct attaching attaching = { class, warn, 0 };
	struct kern_kprobe req = {
		.prog_fd = prog_fd,
		.is_return = class->way == FBT_RETURN,
		.is_pool_by_cnt = has_return_pool(class->state->env->types),
		.kaddrs = class->kaddrs,
		.site_cnt = class->sites.cnt,
	};
	struct kern_log log = { 0 };
	int err;

	if (class->way == FBT_OFFSET || !feature_has(FEAT_kprobe_multi))
		req.places = places_of(class);
	err = kern_kprobe_attach(links, &req, bad_site, &attaching, &log);
	if (err)
		printable_line(warn, "%s:::%s: %s", class->state->provider,
			       class->way == FBT_OFFSET ? "offset" :
			       fbt_way_names[class->way],
			       strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err;
}

/*
 * The kernel takes the function's program, but not its link. One for kprobes
 * does the same, and counts and records under the same number.
 */
static int attach_instead(const struct fbt_class *class,
			  struct kern_links *links, struct strbuf *warn)
{
	const struct fbt_state *state = class->state;
	const struct prov_env *env = state->env;
	_cleanup_close_ int prog_fd = -1; /* the link holds it */
	struct probe_abi abi;
	struct code code;
	int err;

	fbt_kprobe_abi(class, &abi);
	err = gen_again(state->gen, class->prog_id, &abi, &code);
	if (err)
		return err;
	prog_fd = env->load(env->ctx, &code);
	code_deinit(&code);
	return prog_fd < 0 ? prog_fd :
			     attach_kprobes(class, prog_fd, links, warn);
}

static int attach_class(const struct fbt_class *class, const int *prog_fds,
			struct kern_links *links, struct strbuf *warn)
{
	int prog_fd, err;

	if (!class->sites.cnt)
		return 0;
	prog_fd = prog_fds[class->prog_id];
	if (!class->is_fentry)
		return attach_kprobes(class, prog_fd, links, warn);
	err = kern_fentry_attach(links, prog_fd);
	return err ? attach_instead(class, links, warn) : 0;
}

int fbt_attach(void *p, const int *prog_fds, struct kern_links *links,
	       struct strbuf *warn)
{
	struct fbt_state *state = p;
	/*
	 * The probe that is attached last runs first. If callers are in a
	 * register, entries must read it before returns put their own address
	 * there.
	 */
	bool is_by_way = prov_machine.link;
	int err = 0;

	for (size_t i = 0; is_by_way && i < state->classes.cnt && !err; i++)
		if (state->classes.v[i]->way == FBT_RETURN)
			err = attach_class(state->classes.v[i], prog_fds, links,
					   warn);
	for (size_t i = 0; i < state->classes.cnt && !err; i++)
		if (!is_by_way || state->classes.v[i]->way != FBT_RETURN)
			err = attach_class(state->classes.v[i], prog_fds, links,
					   warn);
	return err;
}

