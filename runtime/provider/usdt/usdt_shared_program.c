// SPDX-License-Identifier: BSD-2-Clause
/*
 * A file may have hundreds of sites with different locations of arguments, which
 * means a class and a program for each. Loading one takes milliseconds, mostly
 * in the kernel's verifier. If that is too slow, classes of the same clauses
 * become one, whose program finds the arguments in a table by the number of the
 * site, which is in the cookie.
 */
#include <string.h>

#include "lang/builtin_flags.h"
#include "runtime/provider/usdt/usdt.h"

/* The arguments that a table can describe, see struct abi_site. */
static bool is_for_table(const struct abi_arg *arg)
{
	if (arg->func)
		return false;
	switch (arg->kind) {
	case ABI_ARG_NONE:
	case ABI_ARG_CONST:
	case ABI_ARG_CTX:
	case ABI_ARG_ADDR:
	case ABI_ARG_MEM:
		return true;
	case ABI_ARG_KMEM:
	case ABI_ARG_FIELD:
	case ABI_ARG_INNER:
	case ABI_ARG_LOCATED:
	case ABI_ARG_IF_CLEAR:
	case ABI_ARG_IF_SET:
	case ABI_ARG_STEPS:
	case ABI_ARG_SITE:
	case ABI_ARG_LOCK:
	case ABI_ARG_GROWTH:
	case ABI_ARG_BAD:
		return false;
	}
	return false;
}

static bool is_joinable(const struct usdt_class *class)
{
	for (unsigned int i = 0; i < ABI_ARG_MAX; i++)
		if (!is_for_table(&class->abi.args[i]))
			return false;
	return true;
}

static bool has_clauses_of(const struct usdt_class *a,
			   const struct usdt_class *b)
{
	return a->clause_cnt == b->clause_cnt &&
	       !memcmp(a->clauses, b->clauses,
		       a->clause_cnt * sizeof(a->clauses[0]));
}

/* Whether no other class can be merged with the class @idx. */
static bool is_alone(const struct usdt_class *classes, size_t cnt, size_t idx)
{
	if (!is_joinable(&classes[idx]))
		return true;
	for (size_t i = 0; i < cnt; i++)
		if (i != idx && has_clauses_of(&classes[i], &classes[idx]) &&
		    is_joinable(&classes[i]))
			return false;
	return true;
}

/* The probe_abi of the merged class, without its sites. */
static void start_joined(struct usdt_state *state,
			 const struct usdt_class *class,
			 struct usdt_class *ret)
{
	uint32_t used = clauses_probe_args(class->clauses, class->clause_cnt);
	int64_t cnt = 0;

	usdt_site_abi(state, &state->enablings.v[class->enablings.v[0]],
		      &ret->abi);
	for (unsigned int i = 0; i < ABI_ARG_MAX; i++)
		ret->abi.args[i] = (struct abi_arg){ 0 };
	for (unsigned int i = 0; i < SDT_ARG_MAX; i++)
		if (used & (1u << i))
			ret->abi.args[i] = (struct abi_arg){
				.kind = ABI_ARG_SITE, .value = cnt++ };
	ret->clauses = class->clauses;
	ret->clause_cnt = class->clause_cnt;
}

static void join(struct usdt_state *state, struct usdt_class *joined,
		 const struct usdt_class *class)
{
	for (size_t i = 0; i < class->enablings.cnt; i++) {
		struct usdt_enabling *e =
			&state->enablings.v[class->enablings.v[i]];
		struct abi_site *site = vec_add(&joined->sites);

		e->number = (uint32_t)joined->sites.cnt - 1;
		e->row = 0;
		site->tag = e->tag;
		memcpy(site->args, class->abi.args, sizeof(site->args));
		vec_push(&joined->enablings, class->enablings.v[i]);
	}
}

/* The merged class for classes like @class; created if there is none. */
static struct usdt_class *joined_get(struct usdt_state *state,
				     const struct usdt_class *class)
{
	struct usdt_class *joined;

	for (size_t i = 0; i < state->classes.cnt; i++) {
		joined = &state->classes.v[i];
		if (joined->sites.cnt && has_clauses_of(joined, class))
			return joined;
	}
	joined = vec_add(&state->classes);
	start_joined(state, class, joined);
	return joined;
}

void usdt_join_classes(struct usdt_state *state)
{
	__typeof__(state->classes) old = state->classes;

	memset(&state->classes, 0, sizeof(state->classes));
	for (size_t i = 0; i < old.cnt; i++)
		if (is_alone(old.v, old.cnt, i))
			vec_push(&state->classes, old.v[i]);
		else
			join(state, joined_get(state, &old.v[i]), &old.v[i]);
	for (size_t i = 0; i < state->classes.cnt; i++) {
		struct usdt_class *class = &state->classes.v[i];

		if (!class->sites.cnt)
			continue;
		class->abi.identity.kind = ABI_ID_SITES;
		class->abi.identity.sites = (struct abi_sites){
			class->sites.v, (uint32_t)class->sites.cnt };
	}
	for (size_t i = 0; i < old.cnt; i++)
		if (!is_alone(old.v, old.cnt, i))
			usdt_class_deinit(&old.v[i]);
	vec_deinit(&old);
}
