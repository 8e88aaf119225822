/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fbt provider: entry and return of the kernel's functions.
 *
 *	fbt    : vmlinux or module : function : entry | return
 *	rawfbt : the same, without types; also the copies of functions that
 *		 the compiler made (NAME.isra.0, NAME.part.1)
 *
 * Functions at which the same clauses run are a class: one program, one link.
 * Within it a site (functions of one name may be several) has a number, its
 * place by address, which is its probe tag.
 *
 *	fbt::vfs_*:entry {A}  fbt::vfs_read:entry {B}
 *		class A	  vfs_write, vfs_open ...
 *		class AB  vfs_read
 *
 * Where a clause reads the result, functions whose results differ in size or
 * sign are classes of their own, so that a negative int is negative in arg1.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lang/builtin.h"
#include "lang/walk.h"
#include "runtime/kernel/feature.h"
#include "runtime/kernel/kprobe.h"
#include "runtime/provider/fbt.h"
#include "runtime/record.h"

/* The clauses @prev and then @clause; [0] is none. */
struct fbt_set {
	uint32_t prev;
	uint32_t clause_cnt;
	const struct clause *clause;
};

struct fbt_site {
	uint64_t kaddr;
	uint32_t func_idx;
};

struct fbt_class {
	struct fbt_state *state;
	enum fbt_way way;
	uint32_t set;
	struct abi_arg args[ABI_ARG_MAX];
	VEC(struct fbt_site) sites; /* by address; their index is the tag */
	uint64_t *kaddrs;	    /* the same; in the arena */
	uint32_t prog_id;
};

struct fbt_state {
	const struct prov_env *env;
	const char *provider;
	bool is_raw;
	bool is_loaded;
	struct fbt_list list;
	VEC(struct fbt_set) sets;
	VEC(struct fbt_class *) classes;
	size_t wanted_cnt; /* sites with clauses */
};

static const char *const way_names[FBT_WAY_CNT] = { "entry", "return" };

/* d-language.md 21 */
static const struct stability fbt_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_ISA },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
	{ STABILITY_Private, STABILITY_Private, CLASS_ISA },
};

static void *create(const struct prov_env *env, const char *provider)
{
	struct fbt_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	state->provider = provider;
	state->is_raw = !strcmp(provider, "rawfbt");
	vec_add(&state->sets);
	return state;
}

static void fbt_destroy(void *p)
{
	struct fbt_state *state = p;

	for (size_t i = 0; i < state->classes.cnt; i++) {
		vec_deinit(&state->classes.v[i]->sites);
		free(state->classes.v[i]);
	}
	vec_deinit(&state->classes);
	vec_deinit(&state->sets);
	fbt_list_deinit(&state->list);
	free(state);
}

/* ---------------------------------------------------------------- matching */

struct matching {
	struct fbt_state *state;
	const struct probe_spec *spec;
	const struct clause *clause; /* or NULL */
	struct prov_sink *sink;	     /* or NULL */
	int cnt;
	const char *left_out; /* why the last one was */
};

static const struct probe *probe_of(const struct fbt_state *state,
				    const struct fbt_func *func,
				    enum fbt_way way)
{
	return probe_get(state->env->probes, state->provider, func->module,
			 func->name, way_names[way]);
}

static void add_type(struct fbt_state *state, struct prov_match *match,
		     const char **types, const struct type **natives,
		     const struct type *type)
{
	types[match->arg_cnt] = type_text(state->env->arena, type);
	natives[match->arg_cnt++] = type;
}

static void tell(struct matching *m, const struct fbt_func *func,
		 enum fbt_way way)
{
	const char *types[ABI_ARG_MAX];
	const struct type *natives[ABI_ARG_MAX] = { NULL };
	static const uint8_t result_map[] = { 0, 1 };
	struct fbt_state *state = m->state;
	struct prov_match match = {
		.probe = probe_of(state, func, way),
		.arg_types = types,
		.attrs = fbt_attrs,
	};
	const struct type *proto = NULL;

	if (!m->sink->is_brief && !state->is_raw)
		proto = fbt_prototype(state->env->types, func);
	if (proto)
		match.arg_natives = natives;
	if (proto && way == FBT_ENTRY) {
		for (size_t i = 0; i < proto->param_cnt && i < ABI_ARG_MAX; i++)
			add_type(state, &match, types, natives,
				 proto->params[i]);
	} else if (proto && type_resolve(proto->target)->kind != TYPE_VOID) {
		types[match.arg_cnt++] = "uint64_t"; /* where it returned */
		add_type(state, &match, types, natives, proto->target);
		match.arg_map = result_map;
	}
	m->sink->found(m->sink, &match);
}

/* The set of clauses @from and also @clause, which is the newest there is. */
static uint32_t set_with(struct fbt_state *state, uint32_t from,
			 const struct clause *clause)
{
	if (state->sets.v[from].clause == clause)
		return from;
	for (size_t i = state->sets.cnt; i-- > 1;)
		if (state->sets.v[i].prev == from &&
		    state->sets.v[i].clause == clause)
			return (uint32_t)i;
	*vec_add(&state->sets) = (struct fbt_set){
		from, state->sets.v[from].clause_cnt + 1, clause };
	return (uint32_t)state->sets.cnt - 1;
}

static void match_way(struct matching *m, struct fbt_func *func,
		      enum fbt_way way)
{
	struct fbt_state *state = m->state;
	const struct probe_spec *spec = m->spec;

	if (spec->id ? probe_of(state, func, way)->id != spec->id :
		       !glob_match(spec->name, way_names[way]))
		return;
	if (fbt_why(&state->list, func)) {
		m->left_out = func->why;
		if (m->sink && m->sink->left_out && way == FBT_ENTRY)
			m->sink->left_out(m->sink, func->module, func->name,
					  func->why);
		return;
	}
	m->cnt++;
	if (m->sink)
		tell(m, func, way);
	if (!m->clause)
		return;
	if (!func->set[way])
		state->wanted_cnt += func->site_cnt;
	func->set[way] = set_with(state, func->set[way], m->clause);
}

static bool is_shown(const struct fbt_state *state, const struct fbt_func *func)
{
	return state->is_raw || !strchr(func->name, '.');
}

static void match_all(struct matching *m)
{
	struct fbt_state *state = m->state;
	const struct probe_spec *spec = m->spec;

	for (size_t i = 0; i < state->list.funcs.cnt; i++) {
		struct fbt_func *func = &state->list.funcs.v[i];

		if (!is_shown(state, func))
			continue;
		if (!spec->id && (!glob_match(spec->function, func->name) ||
				  !glob_match(spec->module, func->module)))
			continue;
		if (spec->id && fbt_why(&state->list, func))
			continue; /* it has no number */
		for (int way = 0; way < FBT_WAY_CNT; way++)
			match_way(m, func, (enum fbt_way)way);
	}
}

static bool may_match(const struct fbt_state *state,
		      const struct probe_spec *spec)
{
	return spec->id || (glob_match(spec->provider, state->provider) &&
			    (glob_match(spec->name, way_names[FBT_ENTRY]) ||
			     glob_match(spec->name, way_names[FBT_RETURN])));
}

/* Why a description that can only mean functions finds none. */
static void explain(const struct matching *m, struct prov_why *why_ret)
{
	const struct fbt_state *state = m->state;

	if (m->cnt || !why_ret || strcmp(m->spec->provider, state->provider))
		return;
	if (state->list.problem)
		why_ret->text = state->list.problem;
	else if (m->left_out && glob_is_plain(m->spec->function))
		why_ret->text = m->left_out;
}

static int fbt_match(void *p, const struct probe_spec *spec,
		     const struct clause *clause, struct prov_sink *sink,
		     struct prov_why *why_ret)
{
	struct fbt_state *state = p;
	struct matching m = { state, spec, clause, sink, 0, NULL };

	if (!may_match(state, spec))
		return 0;
	if (!state->is_loaded)
		fbt_list_init(&state->list, state->env->arena,
			      state->env->kallsyms);
	state->is_loaded = true;
	match_all(&m);
	explain(&m, why_ret);
	return m.cnt;
}

/* -------------------------------------------------------------- generating */

static void find_args(const struct node *node, void *arg)
{
	bool *reads_args = arg;

	*reads_args |= node_probe_arg(node) >= 0;
}

/* The clauses of a set, in their order; the arena's. */
static const struct clause **clauses_of(struct fbt_state *state, uint32_t set)
{
	uint32_t cnt = state->sets.v[set].clause_cnt;
	const struct clause **clauses = arena_new_array(
		state->env->arena, const struct clause *, cnt + 1);

	for (; set; set = state->sets.v[set].prev)
		clauses[--cnt] = state->sets.v[set].clause;
	return clauses;
}

/* For each set: whether one of its clauses reads arguments. */
static bool *sets_with_args(struct fbt_state *state)
{
	bool *ret = xcalloc(state->sets.cnt, sizeof(bool));

	for (size_t i = 1; i < state->sets.cnt; i++) {
		ret[i] = ret[state->sets.v[i].prev];
		clause_walk(state->sets.v[i].clause, find_args, &ret[i]);
	}
	return ret;
}

/* The class of a function; @args tells one from another at return. */
static struct fbt_class *class_of(struct fbt_state *state, enum fbt_way way,
				  uint32_t set, const struct abi_arg *args)
{
	struct fbt_class *class;

	for (size_t i = 0; i < state->classes.cnt; i++) {
		class = state->classes.v[i];
		if (class->way == way && class->set == set &&
		    (way == FBT_ENTRY ||
		     !memcmp(class->args, args, sizeof(class->args))))
			return class;
	}
	class = xcalloc(1, sizeof(*class));
	class->state = state;
	class->way = way;
	class->set = set;
	memcpy(class->args, args, sizeof(class->args));
	vec_push(&state->classes, class);
	return class;
}

static void classify(struct fbt_state *state, uint32_t func_idx,
		     enum fbt_way way, bool reads_args)
{
	const struct fbt_func *func = &state->list.funcs.v[func_idx];
	struct abi_arg args[ABI_ARG_MAX];
	struct fbt_class *class;

	fbt_args(reads_args && !state->is_raw ?
			 fbt_prototype(state->env->types, func) : NULL,
		 way, args);
	class = class_of(state, way, func->set[way], args);
	fbt_args_join(class->args, args);
	for (uint32_t i = 0; i < func->site_cnt; i++)
		*vec_add(&class->sites) = (struct fbt_site){
			state->list.kaddrs.v[func->site_first + i], func_idx };
}

static int compare_sites(const void *a_, const void *b_)
{
	const struct fbt_site *a = a_, *b = b_;

	return a->kaddr < b->kaddr ? -1 : a->kaddr > b->kaddr;
}

static void make_classes(struct fbt_state *state)
{
	bool *reads_args = sets_with_args(state);

	for (uint32_t i = 0; i < state->list.funcs.cnt; i++)
		for (int way = 0; way < FBT_WAY_CNT; way++) {
			uint32_t set = state->list.funcs.v[i].set[way];

			if (set)
				classify(state, i, (enum fbt_way)way,
					 reads_args[set]);
		}
	free(reads_args);
	for (size_t i = 0; i < state->classes.cnt; i++) {
		struct fbt_class *class = state->classes.v[i];

		qsort(class->sites.v, class->sites.cnt,
		      sizeof(class->sites.v[0]), compare_sites);
		class->kaddrs = arena_new_array(state->env->arena, uint64_t,
						class->sites.cnt);
		for (size_t s = 0; s < class->sites.cnt; s++)
			class->kaddrs[s] = class->sites.v[s].kaddr;
	}
}

static bool class_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct fbt_class *class = p;
	const struct fbt_func *func;

	if (tag >= class->sites.cnt)
		return false;
	func = &class->state->list.funcs.v[class->sites.v[tag].func_idx];
	ret->fields[ABI_PROVIDER] = class->state->provider;
	ret->fields[ABI_MODULE] = func->module;
	ret->fields[ABI_FUNCTION] = func->name;
	ret->fields[ABI_NAME] = way_names[class->way];
	return true;
}

static uint32_t class_id(void *p, uint32_t tag, uint32_t tgid)
{
	const struct fbt_class *class = p;
	const struct fbt_state *state = class->state;

	(void)tgid;
	return probe_of(state, &state->list.funcs.v[
				class->sites.v[tag].func_idx], class->way)->id;
}

static int fbt_generate(void *p, struct gen *gen)
{
	struct fbt_state *state = p;
	int err = 0;

	if (!state->wanted_cnt)
		return 0;
	if (state->wanted_cnt > KERN_KPROBE_EVENT_MAX &&
	    !feature_has(FEAT_kprobe_multi))
		return gen_refuse(
			gen, state->sets.v[1].clause, "%zu functions of the "
			"kernel match, and this kernel can probe %d at a time: "
			"it has no kprobe_multi (CONFIG_FPROBE, Linux 5.18); "
			"name fewer", state->wanted_cnt,
			KERN_KPROBE_EVENT_MAX);
	make_classes(state);
	for (size_t i = 0; i < state->classes.cnt && !err; i++) {
		struct fbt_class *class = state->classes.v[i];
		uint32_t cnt = (uint32_t)class->sites.cnt;
		struct probe_abi abi = {
			.context = ABI_KPROBE,
			.has_cookie = feature_has(FEAT_kprobe_multi),
			.kaddrs = class->kaddrs,
			.kaddr_cnt = cnt,
			.is_return = class->way == FBT_RETURN,
			.active_state = RT_ACTIVE,
			.names = { .name = class_name, .arg = class,
				   .tag_cnt = cnt > 1 ? cnt : 0,
				   .id = class_id },
		};

		memcpy(abi.args, class->args, sizeof(abi.args));
		err = gen_program(gen, state->provider, &abi,
				  clauses_of(state, class->set),
				  state->sets.v[class->set].clause_cnt,
				  &class->prog_id);
	}
	return err;
}

/* --------------------------------------------------------------- attaching */

struct attaching {
	const struct fbt_class *class;
	struct strbuf *warn;
	size_t bad_cnt;
};

static void bad_site(void *arg, size_t site_idx, int err)
{
	struct attaching *a = arg;
	struct fbt_state *state = a->class->state;
	const struct fbt_func *func =
		&state->list.funcs.v[a->class->sites.v[site_idx].func_idx];

	a->bad_cnt++;
	/* of one that was named it is news, of thousands it is noise */
	if (a->class->sites.cnt <= 16 || state->env->options->value[OPT_verbose])
		strbuf_printf(a->warn, "%s:%s:%s:%s is not probed: the kernel "
			      "refuses it (%s)\n", state->provider,
			      func->module, func->name,
			      way_names[a->class->way], strerror(-err));
}

/*
 * Functions of the kernel itself as an offset from its begin, since several
 * may have one name; of a module by name.
 */
static const char *const *places_of(const struct fbt_class *class)
{
	struct fbt_state *state = class->state;
	struct arena *arena = state->env->arena;
	const char **places =
		arena_new_array(arena, const char *, class->sites.cnt);
	struct kallsyms_symbol base = { 0 };

	kallsyms_find_name(state->env->kallsyms, "vmlinux", "_text", &base);
	for (size_t i = 0; i < class->sites.cnt; i++) {
		const struct fbt_site *site = &class->sites.v[i];
		const struct fbt_func *func =
			&state->list.funcs.v[site->func_idx];

		if (strcmp(func->module, "vmlinux") != 0)
			places[i] = arena_printf(arena, "%s:%s", func->module,
						 func->name);
		else
			places[i] = arena_printf(
				arena, "_text+0x%llx",
				(unsigned long long)(site->kaddr -
						     base.start_kaddr));
	}
	return places;
}

static int attach_class(const struct fbt_class *class, const int *prog_fds,
			struct kern_links *links, struct strbuf *warn)
{
	struct attaching attaching = { class, warn, 0 };
	struct kern_kprobe req = {
		.prog_fd = prog_fds[class->prog_id],
		.is_return = class->way == FBT_RETURN,
		.kaddrs = class->kaddrs,
		.site_cnt = class->sites.cnt,
	};
	struct kern_log log = { 0 };
	int err;

	if (!feature_has(FEAT_kprobe_multi))
		req.places = places_of(class);
	err = kern_kprobe_attach(links, &req, bad_site, &attaching, &log);
	if (err)
		strbuf_printf(warn, "%s:::%s: %s\n", class->state->provider,
			      way_names[class->way],
			      strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err;
}

static int fbt_attach(void *p, const int *prog_fds, struct kern_links *links,
		      struct strbuf *warn)
{
	struct fbt_state *state = p;
	int err = 0;

	for (size_t i = 0; i < state->classes.cnt && !err; i++)
		err = attach_class(state->classes.v[i], prog_fds, links, warn);
	return err;
}

static const struct probe *fbt_lookup(void *p, uint32_t prog_id,
				      uint32_t probe_tag, uint32_t tgid)
{
	struct fbt_state *state = p;

	(void)tgid;
	for (size_t i = 0; i < state->classes.cnt; i++) {
		const struct fbt_class *class = state->classes.v[i];

		if (class->prog_id == prog_id && probe_tag < class->sites.cnt)
			return probe_of(state, &state->list.funcs.v
				[class->sites.v[probe_tag].func_idx],
				class->way);
	}
	return NULL;
}

#define FBT(prov) \
	static void *create_##prov(const struct prov_env *env) \
	{ \
		return create(env, #prov); \
	} \
	const struct provider_ops provider_##prov = { \
		.name = #prov, \
		.create = create_##prov, \
		.destroy = fbt_destroy, \
		.match = fbt_match, \
		.generate = fbt_generate, \
		.attach = fbt_attach, \
		.lookup = fbt_lookup, \
	}

FBT(fbt);
FBT(rawfbt);
