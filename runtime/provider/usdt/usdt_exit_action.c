// SPDX-License-Identifier: BSD-2-Clause
/*
 * The program that exit() in a direct probe runs in the kernel, so that nothing
 * more is counted there either. It has no clause; session/direct/ attaches it.
 */
#include "lang/direct_clause.h"
#include "runtime/provider/usdt/usdt.h"
#include "runtime/provider/usdt/usdt_direct.h"

static bool may_exit(const struct usdt_enabling *enabling,
		     const struct gen *gen)
{
	bool exits = gen_error_exits(gen);

	for (size_t i = 0; i < enabling->clauses.cnt; i++)
		exits |= clause_exits(enabling->clauses.v[i]);
	return exits;
}

int usdt_generate_exit(struct usdt_state *state, struct gen *gen)
{
	const struct probe_abi abi = {
		.context = ABI_UPROBE,
		.ends_session = true,
		.identity.kind = ABI_ID_COOKIE,
		.filter.active_state = RT_ACTIVE,
	};
	bool is_wanted = false;
	uint32_t prog_id;
	int err;

	for (size_t i = 0; i < state->enablings.cnt; i++) {
		const struct usdt_enabling *e = &state->enablings.v[i];

		if (!e->direct)
			continue;
		state->directs.v[e->direct - 1].exits = may_exit(e, gen);
		is_wanted |= state->directs.v[e->direct - 1].exits;
	}
	state->exit_prog_id = -1;
	if (!is_wanted)
		return 0;
	err = gen_program(gen, "exit", &abi, NULL, 0, &prog_id);
	if (!err)
		state->exit_prog_id = (int)prog_id;
	return err;
}

int usdt_direct_exit_prog(const void *p)
{
	const struct usdt_state *state = p;

	return state->exit_prog_id;
}
