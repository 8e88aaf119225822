// SPDX-License-Identifier: BSD-2-Clause
/*
 * From enablings to programs.
 *
 * Enablings with the same clauses and the same locations of the arguments that
 * these clauses read form a class: one program. The cookie tells the program
 * which probe it is and which process it must be.
 */
#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "lang/builtin_flags.h"
#include "runtime/provider/usdt/usdt.h"

/*
 * A clause that runs at a site for every process must not run a second time
 * through an enabling of one process.
 */
static void drop_doubles(struct usdt_state *state, size_t first)
{
	for (size_t i = first; i < state->enablings.cnt; i++) {
		struct usdt_enabling *one = &state->enablings.v[i];
		uint32_t key[3] = { one->file_idx, one->site_idx, 0 };
		const struct usdt_enabling *all;
		size_t kept = 0;
		void **slot;

		slot = one->tgid ?
			map_find(&state->enabling_by_site, key, sizeof(key)) :
			NULL;
		if (!slot)
			continue;
		all = &state->enablings.v[(uintptr_t)*slot - 1];
		for (size_t c = 0; c < one->clauses.cnt; c++) {
			bool is_double = false;

			for (size_t a = 0; a < all->clauses.cnt; a++)
				if (all->clauses.v[a] == one->clauses.v[c])
					is_double = true;
			if (!is_double)
				one->clauses.v[kept++] = one->clauses.v[c];
		}
		one->clauses.cnt = kept;
	}
}

static void site_arg(const struct usdt_enabling *enabling,
		     const struct sdt_file *elf, const struct sdt_site *site,
		     unsigned int arg_idx, struct abi_arg *ret)
{
	if (enabling->direct && arg_idx < site->arg_cnt)
		usdt_stub_arg(arg_idx, ret);
	else
		usdt_arg_abi(elf, site, arg_idx, ret);
}

void usdt_site_abi(struct usdt_state *state,
		   const struct usdt_enabling *enabling, struct probe_abi *ret)
{
	const struct sdt_file *elf = state->files.v[enabling->file_idx].elf;
	const struct sdt_site *site = &elf->sites[enabling->site_idx];
	uint32_t used =
		clauses_probe_args(enabling->clauses.v, enabling->clauses.cnt);

	memset(ret, 0, sizeof(*ret)); /* compared as bytes, padding too */
	ret->context = ABI_UPROBE;
	ret->identity.kind = ABI_ID_COOKIE;
	ret->names = usdt_names(state);
	ret->filter.active_state = RT_ACTIVE;
	usdt_stub_abi(state, enabling, ret);
	for (unsigned int i = 0; i < SDT_ARG_MAX; i++)
		if (used & (1u << i))
			site_arg(enabling, elf, site, i, &ret->args[i]);
}

static void classify(struct usdt_state *state, uint32_t enabling_idx)
{
	struct usdt_enabling *enabling = &state->enablings.v[enabling_idx];
	struct strbuf key = { 0 };
	struct usdt_class *class;
	struct probe_abi abi;
	void **slot;

	usdt_site_abi(state, enabling, &abi);
	enabling->number = enabling->tag;
	strbuf_add(&key, enabling->clauses.v,
		   enabling->clauses.cnt * sizeof(enabling->clauses.v[0]));
	strbuf_add(&key, &abi, sizeof(abi));
	slot = map_put(&state->class_by_key, key.text, key.len);
	strbuf_deinit(&key);
	if (!*slot) {
		class = vec_add(&state->classes);
		class->abi = abi;
		/* that of one of its probes */
		class->abi.probe_tag = enabling->tag;
		class->clauses = enabling->clauses.v;
		class->clause_cnt = enabling->clauses.cnt;
		*slot = (void *)(uintptr_t)state->classes.cnt;
	}
	class = &state->classes.v[(uintptr_t)*slot - 1];
	vec_push(&class->enablings, enabling_idx);
}

/*
 * A class of one probe in one process (or in all) needs no cookie: the program
 * serves that probe only.
 */
static bool is_of_one(const struct usdt_state *state,
		      const struct usdt_class *class)
{
	const struct usdt_enabling *first =
		&state->enablings.v[class->enablings.v[0]];

	for (size_t i = 1; i < class->enablings.cnt; i++) {
		const struct usdt_enabling *e =
			&state->enablings.v[class->enablings.v[i]];

		if (e->tag != first->tag || e->tgid != first->tgid)
			return false;
	}
	return true;
}

/* Sites that are enabled for many processes share a link. */
static void share_links(struct usdt_state *state, struct usdt_class *class)
{
	size_t cnt = class->enablings.cnt;
	_cleanup_free_ struct tgid_dispatch_site *sites =
		xcalloc(cnt, sizeof(*sites));

	for (size_t i = 0; i < cnt; i++) {
		const struct usdt_enabling *e =
			&state->enablings.v[class->enablings.v[i]];

		sites[i] = (struct tgid_dispatch_site){
			.file_idx = e->file_idx,
			.tgid = e->tgid,
			.place = usdt_place(state, e),
			.tag = e->tag,
		};
	}
	tgid_dispatch_form(&class->shared, sites, cnt, &class->abi.identity);
	for (size_t i = 0; i < cnt; i++)
		state->enablings.v[class->enablings.v[i]].row = sites[i].row;
}

void usdt_settle_identity(struct usdt_state *state, struct usdt_class *class)
{
	const struct usdt_enabling *first =
		&state->enablings.v[class->enablings.v[0]];

	if (is_of_one(state, class)) {
		class->abi.identity.kind = ABI_ID_CONST;
		class->abi.probe_tag = first->tag;
		class->abi.identity.tgid = first->tgid;
		class->abi.names.tag_cnt = 0;
	} else if (prov_backend(state->env) == KERN_UPROBE_MULTI) {
		share_links(state, class);
	}
}

void usdt_classify(struct usdt_state *state, size_t first)
{
	drop_doubles(state, first);
	for (uint32_t i = (uint32_t)first; i < state->enablings.cnt; i++)
		if (state->enablings.v[i].clauses.cnt &&
		    !state->enablings.v[i].is_stood_for)
			classify(state, i);
	for (size_t i = 0; i < state->classes.cnt; i++)
		usdt_settle_identity(state, &state->classes.v[i]);
}

void usdt_class_deinit(struct usdt_class *class)
{
	vec_deinit(&class->enablings);
	tgid_dispatch_deinit(&class->shared);
	vec_deinit(&class->sites);
}

void usdt_drop_classes(struct usdt_state *state)
{
	for (size_t i = 0; i < state->classes.cnt; i++)
		usdt_class_deinit(&state->classes.v[i]);
	vec_deinit(&state->classes);
	map_deinit(&state->class_by_key);
	state->class_by_key = (struct map){ 0 };
}

static void note_program(struct usdt_state *state, uint32_t enabling_idx,
			 uint32_t prog_id)
{
	uint32_t direct = state->enablings.v[enabling_idx].direct;

	if (direct)
		state->directs.v[direct - 1].prog_id = prog_id;
}

int usdt_generate(void *p, struct gen *gen)
{
	struct usdt_state *state = p;

	usdt_drop_classes(state); /* may be called twice */
	/* or one that runs nothing would become a direct probe */
	drop_doubles(state, 0);
	usdt_choose_directs(state);
	if (usdt_check_directs(state, gen))
		return -EINVAL;
	usdt_classify(state, 0);
	for (size_t i = 0; i < state->classes.cnt; i++) {
		struct usdt_class *class = &state->classes.v[i];
		int err = gen_program(gen, "usdt", &class->abi, class->clauses,
				      class->clause_cnt, &class->prog_id);

		if (err)
			return err;
		for (size_t e = 0; e < class->enablings.cnt; e++)
			note_program(state, class->enablings.v[e],
				     class->prog_id);
	}
	return usdt_generate_exit(state, gen);
}
