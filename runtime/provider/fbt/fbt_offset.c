// SPDX-License-Identifier: BSD-2-Clause
/*
 * Instructions inside of the kernel's functions: fbt:vmlinux:vfs_read:1c.
 *
 * They are plain kprobes. Whether an instruction begins at an offset, and
 * whether it can be executed elsewhere, is decided by the kernel, which decodes
 * the function when the probe is placed: its code cannot be read from here.
 */
#include <stdlib.h>
#include <string.h>

#include "runtime/provider/fbt/fbt.h"

bool fbt_offset_parse(const char *name, uint32_t *ret)
{
	size_t len = strlen(name);

	if (!len || len > 8 || strspn(name, "0123456789abcdef") != len)
		return false;
	*ret = (uint32_t)strtoul(name, NULL, 16);
	return len == 1 || name[0] != '0'; /* one spelling for each */
}

const char *fbt_offset_why(const struct fbt_func *func, uint32_t off_bytes)
{
	return off_bytes < func->size_bytes ?
		       NULL : "the function ends before this offset";
}

uint32_t fbt_offset_get(struct fbt_state *state, uint32_t func_idx,
			uint32_t off_bytes)
{
	struct fbt_func *func = &state->list.funcs.v[func_idx];
	uint32_t i;

	if (!state->offsets.cnt)
		vec_add(&state->offsets);
	for (i = func->offset_idx; i; i = state->offsets.v[i].next_idx)
		if (state->offsets.v[i].off_bytes == off_bytes)
			return i;
	*vec_add(&state->offsets) = (struct fbt_offset){
		.func_idx = func_idx,
		.off_bytes = off_bytes,
		.name = arena_printf(state->env->arena, "%x", off_bytes),
		.next_idx = func->offset_idx,
	};
	return func->offset_idx = (uint32_t)state->offsets.cnt - 1;
}
