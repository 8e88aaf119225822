// SPDX-License-Identifier: BSD-2-Clause
/*
 * Returns that are probed at the return instructions, because the kernel must
 * not replace the return address (return_safety.c) or can't tell a call from
 * an iteration of a loop (jumps_to_entry.c). All exits of the function must be known,
 * so that no return is missed:
 *
 *	ret			probed
 *	call			comes back, or never does
 *	jmp, jcc inside		stays in the function
 *	jmp by a table		stays in the function: a `switch` (jump_table.c)
 *	jmp f.cold		continues there: compilers move rare code
 *	any other jump		a tail call instead of a return: refused
 *	another function inside	its returns would count as well: refused
 *	ret after call __morestack	not probed (-fsplit-stack)
 *
 * With -fsplit-stack, a function that finds too little stack calls __morestack,
 * which calls the rest of the function on more stack. Both then return: the rest
 * to __morestack, which is the one return that counts, and the function itself.
 *
 * A function that is left by an exception does not return. A function may
 * contain data (reachable_code.c); bytes in it that look like a return
 * instruction must not be changed.
 */
#include <string.h>

#include "runtime/provider/user_code/user_code.h"

/* A function and its cold parts; each part is listed once. */
enum { PART_MAX = 4 };

struct parts {
	struct user_code *user;
	uint32_t file_idx;
	uint32_t funcs[PART_MAX];
	uint32_t cnt;
};

/* Returns the number of functions that begin before @vaddr. */
static size_t funcs_before(const struct user_file *file, uint64_t vaddr)
{
	size_t low = 0, high = file->funcs.cnt;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (file->funcs.v[mid].vaddr < vaddr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

ssize_t user_func_at(const struct user_file *file, uint64_t vaddr)
{
	size_t idx = funcs_before(file, vaddr);

	if (idx == file->funcs.cnt || file->funcs.v[idx].vaddr != vaddr)
		return -1;
	return (ssize_t)idx;
}

static bool is_in(const struct user_func *func, uint64_t vaddr)
{
	return vaddr - func->vaddr < func->size_bytes;
}

/* Assembly may let one function continue with another, within its size. */
static bool has_function_inside(const struct user_file *file,
				const struct user_func *func)
{
	size_t next = funcs_before(file, func->vaddr + 1);

	return next < file->funcs.cnt &&
	       is_in(func, file->funcs.v[next].vaddr);
}

/* f.cold, f.cold.1 and the like are parts of f. */
static bool is_cold_of(const struct user_func *cold,
		       const struct user_func *func)
{
	size_t len = strlen(func->name);

	return !strncmp(cold->name, func->name, len) &&
		!strncmp(cold->name + len, ".cold", 5);
}

/* Whether a jump to @vaddr stays in the parts, or goes to one more. */
static bool goes_on(struct parts *parts, uint64_t vaddr)
{
	const struct user_file *file = &parts->user->files.v[parts->file_idx];
	const struct user_func *func = &file->funcs.v[parts->funcs[0]];

	for (uint32_t i = 0; i < parts->cnt; i++)
		if (is_in(&file->funcs.v[parts->funcs[i]], vaddr))
			return true;
	if (parts->cnt == PART_MAX)
		return false;
	for (size_t i = funcs_before(file, vaddr + 1); i-- > 0;) {
		if (!is_in(&file->funcs.v[i], vaddr))
			return false;
		if (is_cold_of(&file->funcs.v[i], func)) {
			parts->funcs[parts->cnt++] = (uint32_t)i;
			return true;
		}
	}
	return false;
}

/* Whether @off is the start of an instruction, or outside of this part. */
static bool is_straight(const struct code_insns *insns, int64_t off)
{
	return off < 0 || off >= insns->end_off ||
		code_insns_at(insns, (uint32_t)off) >= 0;
}

/*
 * Whether a jump by a table stays in the parts. The first address tells: that of
 * a `switch` is after the start of the function.
 */
static bool table_stays(struct parts *parts, const struct code_exit *way)
{
	const struct user_file *file = &parts->user->files.v[parts->file_idx];
	uint64_t word;

	return !way->table_vaddr ||
	       (user_table_word(file, way->table_vaddr, 0, &word) &&
		word != file->funcs.v[parts->funcs[0]].vaddr &&
		goes_on(parts, word));
}

/* Whether the instruction before @off calls __morestack. */
static bool is_after_morestack(const struct user_file *file,
			       const struct user_func *func,
			       const struct code_insns *insns, uint32_t off)
{
	ssize_t before = code_insns_at(insns, off) - 1;

	for (size_t i = 0; i < insns->exits.cnt && before >= 0; i++) {
		const struct code_exit *way = &insns->exits.v[i];
		ssize_t idx;

		if (way->off != insns->offs.v[before] || !way->is_call ||
		    !way->is_known)
			continue;
		idx = user_func_at(file, func->vaddr + (uint64_t)way->target);
		return idx >= 0 &&
		       !strncmp(file->funcs.v[idx].name, "__morestack", 11);
	}
	return false;
}

/*
 * Collects the return instructions of one part. Returns false if the part may be
 * left in another way.
 */
static bool add_part(struct parts *parts, uint32_t func_idx,
		     struct user_returns *returns)
{
	const struct user_file *file = &parts->user->files.v[parts->file_idx];
	const struct user_func *func = &file->funcs.v[func_idx];
	const struct code_insns *insns;
	const char *why;

	insns = user_func_insns(parts->user, parts->file_idx, func_idx, &why);
	if (!insns || insns->end_off != func->size_bytes)
		return false;
	for (size_t i = 0; i < insns->exits.cnt; i++) {
		const struct code_exit *way = &insns->exits.v[i];

		if (way->is_call || (way->by_table && table_stays(parts, way)))
			continue;
		if (!way->is_known || !is_straight(insns, way->target) ||
		    !goes_on(parts, func->vaddr + (uint64_t)way->target))
			return false;
	}
	for (size_t i = 0; i < insns->return_offs.cnt; i++) {
		uint32_t off = insns->return_offs.v[i];

		if (is_after_morestack(file, func, insns, off))
			continue;
		if (user_func_offset(file, func, insns, off) != CODE_OK)
			return false;
		vec_push(&returns->fileoffs, func->fileoff + off);
	}
	return true;
}

const struct user_returns *user_func_returns(struct user_code *user,
					     uint32_t file_idx,
					     uint32_t func_idx)
{
	struct user_file *file = &user->files.v[file_idx];
	struct user_func *func = &file->funcs.v[func_idx];
	struct parts parts = { user, file_idx, { func_idx }, 1 };
	struct user_returns returns = { 0 };
	bool is_all = !has_function_inside(file, func);

	if (func->are_returns_found)
		return func->returns ? &file->returns.v[func->returns - 1] :
				       NULL;
	func->are_returns_found = true;
	for (uint32_t i = 0; i < parts.cnt && is_all; i++)
		is_all = add_part(&parts, parts.funcs[i], &returns);
	if (!is_all || !returns.fileoffs.cnt) {
		vec_deinit(&returns.fileoffs);
		return NULL;
	}
	vec_push(&file->returns, returns);
	func->returns = (uint32_t)file->returns.cnt;
	return &file->returns.v[func->returns - 1];
}
