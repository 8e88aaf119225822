// SPDX-License-Identifier: BSD-2-Clause
/*
 * From sites to programs.
 *
 * Sites with the same clauses form a class, with one program for entries and
 * offsets (which read the registers) and one for returns. The cookie tells the
 * program which probe has fired, and for which process.
 *
 * Without uprobe_multi only an event has a cookie. Sites are therefore
 * distributed over as few events as possible such that no two sites of an event
 * have the same offset in a page: the program finds its probe by event and
 * address. At a return that address is unknown, so each probe is an event.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "lang/type/type.h"
#include "runtime/provider/pid/pid.h"

enum { ARG_CNT = 10, RETURN_VALUE_ARG = 1 };

/* --------------------------------------------------------------- arguments */

static bool pid_name(void *p, uint32_t tag_idx, struct abi_name *ret)
{
	const struct pid_state *state = p;
	const struct probe *probe;

	if (tag_idx >= state->tags.cnt)
		return false;
	probe = provider_pid.lookup(p, 0, tag_idx, 0);
	prov_abi_name(probe, ret);
	return true;
}

/* The provider's name: "pid" and the process in which the probe fires. */
static bool pid_name_all(void *p, uint32_t tag_idx, struct abi_name *ret)
{
	bool is_there = pid_name(p, tag_idx, ret);

	ret->fields[ABI_PROVIDER] = "pid";
	ret->has_pid = true;
	return is_there;
}

static void class_abi(struct pid_state *state, const struct pid_class *class,
		      struct probe_abi *ret)
{
	const struct user_convention *conv = user_convention(class->machine);
	bool is_inside;

	*ret = (struct probe_abi){
		.context = ABI_UPROBE,
		.identity.kind = ABI_ID_COOKIE,
		.names = { .name = pid_name, .arg = state,
			   .tag_cnt = (uint32_t)state->tags.cnt },
		.filter.active_state = RT_ACTIVE,
		.filter.launch = prov_launch(state->code.env),
		.has_addr32 = conv && conv->word_bytes == 4,
	};
	if (class->is_all) {
		ret->names.name = pid_name_all;
		ret->filter.not_tgid = (uint32_t)getpid();
	}
	if (class->has_return) {
		struct type_table *types = state->code.env->types;

		ret->function.utask_off =
			type_member_off(types, "task_struct", "utask");
		ret->function.depth_off = ret->function.utask_off ?
			type_member_off(types, "uprobe_task", "depth") :
			0;
	}
	/* at a return instruction the stack is the same as at the entry */
	is_inside = class->is_entry || class->is_inside;
	if (conv && (class->is_entry || class->is_return))
		ret->function.caller = user_caller_arg(conv, is_inside);
	ret->function.is_entry = conv && is_inside;
	if (conv && class->has_pad)
		ret->function.landing_pad = conv->landing_pad;
	if (class->is_loop) {
		ret->loop.kind = ABI_BACK_LAND;
		pid_back_abi(ret);
	}
	if (conv && class->is_return)
		ret->args[RETURN_VALUE_ARG] = (struct abi_arg){
			.kind = ABI_ARG_CTX,
			.size_bytes = conv->word_bytes,
			.is_signed = true,
			.ctx_off = conv->result,
		};
	else if (conv)
		for (unsigned int i = 0; i < ARG_CNT; i++)
			ret->args[i] = user_entry_arg(conv, i);
}

/* A program that reads arguments from user memory is the largest. */
void pid_spare_abi(struct pid_state *state, struct probe_abi *ret)
{
	const struct user_convention *conv = user_convention_largest();
	const struct pid_class class = {
		.is_entry = true, .has_return = true, .has_pad = true,
		.machine = conv->machine };

	class_abi(state, &class, ret);
	for (unsigned int i = 0; i < ARG_CNT; i++)
		ret->args[i] = user_entry_arg(conv, conv->reg_cnt + i);
}

/* ----------------------------------------------------------------- classes */

void pid_drop_classes(struct pid_state *state)
{
	for (size_t i = 0; i < state->classes.cnt; i++) {
		vec_deinit(&state->classes.v[i].sites);
		vec_deinit(&state->classes.v[i].page_tags);
		tgid_dispatch_deinit(&state->classes.v[i].shared);
	}
	state->classes.cnt = 0;
}

const struct user_object *pid_site_object(const struct pid_state *state,
					  const struct pid_site *site)
{
	return &state->code.objects.v[state->tags.v[site->tag].object_idx];
}

struct user_func *pid_site_func(const struct pid_state *state,
				const struct pid_site *site)
{
	const struct user_object *object = pid_site_object(state, site);

	return &state->code.files.v[object->file_idx].funcs.v[site->func_idx];
}

/*
 * Whether the return of an entry's function is probed as well, by replacing the
 * return address.
 */
static bool has_return(const struct pid_state *state,
		       const struct pid_site *site)
{
	uint32_t number = pid_site_object(state, site)
				  ->func_sites[site->func_idx][PID_RETURN];

	return state->tags.v[site->tag].spot == PID_ENTRY && number &&
	       !state->sites.v[number - 1].is_inside;
}

static struct pid_class *class_get(struct pid_state *state,
				   const struct pid_site *site)
{
	bool with_return = has_return(state, site);
	const struct user_object *object = pid_site_object(state, site);
	uint16_t machine = state->code.files.v[object->file_idx].image.machine;
	bool is_return = state->tags.v[site->tag].spot == PID_RETURN;
	bool is_entry = state->tags.v[site->tag].spot == PID_ENTRY;
	bool is_loop = pid_site_loop(state, site);
	bool is_all = !object->pid;
	struct pid_class *class;

	for (size_t i = 0; i < state->classes.cnt; i++) {
		class = &state->classes.v[i];
		if (class->set_idx == site->set_idx &&
		    class->is_return == is_return &&
		    class->is_entry == is_entry &&
		    class->has_return == with_return &&
		    class->is_loop == is_loop &&
		    class->is_inside == site->is_inside &&
		    class->is_all == is_all &&
		    class->machine == machine)
			return class;
	}
	class = vec_add(&state->classes);
	class->set_idx = site->set_idx;
	class->is_return = is_return;
	class->is_entry = is_entry;
	class->has_return = with_return;
	class->is_loop = is_loop;
	class->is_inside = site->is_inside;
	class->is_all = is_all;
	class->machine = machine;
	return class;
}

/* A class with one probe needs no cookie: its program serves that probe only. */
static void settle_identity(const struct pid_state *state,
			    struct pid_class *class)
{
	uint32_t tag = state->sites.v[class->sites.v[0]].tag;

	for (size_t i = 1; i < class->sites.cnt; i++)
		if (state->sites.v[class->sites.v[i]].tag != tag)
			return;
	class->abi.identity.kind = ABI_ID_CONST;
	class->abi.probe_tag = tag;
	class->abi.identity.tgid = (uint32_t)
		state->code.objects.v[state->tags.v[tag].object_idx].pid;
	class->abi.names.tag_cnt = 0;
}

bool pid_class_has_address(const struct pid_class *class)
{
	return !class->is_return || class->is_inside;
}

/* Distributes the sites of a class over events, if it is attached by these. */
static void number_events(struct pid_state *state, struct pid_class *class)
{
	const struct user_convention *conv = user_convention(class->machine);
	_cleanup_free_ uint32_t *used = NULL;

	if (class->abi.identity.kind != ABI_ID_COOKIE ||
	    !pid_class_has_address(class) || !conv ||
	    prov_backend(state->code.env) != KERN_UPROBE_PERF)
		return;
	used = xcalloc(ABI_PAGE_MASK + 1, sizeof(*used));
	for (size_t i = 0; i < class->sites.cnt; i++) {
		struct pid_site *site = &state->sites.v[class->sites.v[i]];

		site->event_idx = used[site->fileoff & ABI_PAGE_MASK]++;
		vec_push(&class->page_tags,
			 ABI_PAGE_TAG(site->event_idx, site->fileoff,
				      site->tag));
	}
	qsort(class->page_tags.v, class->page_tags.cnt,
	      sizeof(class->page_tags.v[0]), prov_compare_words);
	class->abi.identity.kind = ABI_ID_PAGE;
	class->abi.identity.page = (struct abi_page){
		.tags = class->page_tags.v,
		.tag_cnt = (uint32_t)class->page_tags.cnt,
		.ip_off = conv->ip,
	};
}

/* Functions of one file that many processes have share a link. */
static void share_links(struct pid_state *state, struct pid_class *class)
{
	size_t cnt = class->sites.cnt;
	_cleanup_free_ struct tgid_dispatch_site *sites = NULL;

	if (class->abi.identity.kind != ABI_ID_COOKIE ||
	    state->code.found_pids.cnt < CROWD_MIN || class->is_all ||
	    prov_backend(state->code.env) != KERN_UPROBE_MULTI)
		return;
	sites = xcalloc(cnt, sizeof(*sites));
	for (size_t i = 0; i < cnt; i++) {
		const struct pid_site *site =
			&state->sites.v[class->sites.v[i]];
		const struct pid_tag *tag = &state->tags.v[site->tag];
		const struct user_object *object =
			&state->code.objects.v[tag->object_idx];

		sites[i] = (struct tgid_dispatch_site){
			.file_idx = object->file_idx,
			.tgid = (uint32_t)object->pid,
			.place = (uint64_t)site->func_idx << 32 |
				(site->is_inside ? (uint32_t)site->fileoff :
						   tag->spot),
			.tag = site->tag,
		};
	}
	tgid_dispatch_form(&class->shared, sites, cnt, &class->abi.identity);
	for (size_t i = 0; i < cnt; i++)
		state->sites.v[class->sites.v[i]].row = sites[i].row;
}

/* A return probed at its instructions becomes a site for each of them. */
static void spread_returns(struct pid_state *state)
{
	size_t cnt = state->sites.cnt;

	for (size_t i = state->spread_cnt; i < cnt; i++) {
		struct pid_site site = state->sites.v[i];
		const struct user_returns *returns;

		if (!site.is_inside)
			continue;
		returns = user_func_returns(
			&state->code, pid_site_object(state, &site)->file_idx,
			site.func_idx);
		for (size_t k = 1; k < returns->fileoffs.cnt; k++) {
			site.fileoff = returns->fileoffs.v[k];
			vec_push(&state->sites, site);
		}
	}
	state->spread_cnt = state->sites.cnt;
}

/* Adds the sites from @first on that are entries, or those that are not. */
static void classify_sites(struct pid_state *state, size_t first, bool entries)
{
	for (uint32_t i = (uint32_t)first; i < state->sites.cnt; i++) {
		const struct pid_site *site = &state->sites.v[i];
		struct pid_class *class;

		if ((state->tags.v[site->tag].spot == PID_ENTRY) != entries)
			continue;
		class = class_get(state, site);
		class->has_pad |= entries &&
			pid_site_func(state, site)->entry_off;
		vec_push(&class->sites, i);
	}
}

void pid_classify(struct pid_state *state, size_t first)
{
	spread_returns(state);
	/*
	 * Classes are attached in their order, and at one address the kernel
	 * runs first what was attached last: `entry` comes before offset 0.
	 */
	classify_sites(state, first, false);
	classify_sites(state, first, true);
	for (size_t i = 0; i < state->classes.cnt; i++) {
		struct pid_class *class = &state->classes.v[i];

		class_abi(state, class, &class->abi);
		settle_identity(state, class);
		number_events(state, class);
	}
}

int pid_generate(void *p, struct gen *gen)
{
	struct pid_state *state = p;
	int err;

	pid_drop_classes(state);
	pid_classify(state, 0);
	for (size_t i = 0; i < state->classes.cnt; i++) {
		struct pid_class *class = &state->classes.v[i];
		const struct pid_set *set = &state->sets.v[class->set_idx];

		share_links(state, class);
		err = gen_program(gen, "pid", &class->abi, set->clauses.v,
				  set->clauses.cnt, &class->prog_id);
		if (err)
			return err;
	}
	code_insns_unload();
	return pid_back_generate(state, gen);
}
