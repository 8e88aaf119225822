// SPDX-License-Identifier: BSD-2-Clause
/*
 * Which of a process's files has the functions of locks, and whose locks they
 * are. It is the C library, or a program that has it linked in:
 *
 *	libc.so.6		glibc from 2.34 on
 *	libpthread.so.0		older ones; their libc.so.6 has only stubs,
 *				and is known by its lack of rwlocks
 *	ld-musl-x86_64.so.1	musl, which Debian calls libc.so
 *	a.out without PT_INTERP	linked statically; a name tells which
 *
 * These functions call none of the program, so nothing is thrown through them
 * and return probes do no harm (user_code/return_safety.c). The functions that
 * wait for a condition are points of cancellation, which unwinds the stack: they
 * are probed at their return instructions only.
 */
#include <elf.h>
#include <errno.h>
#include <string.h>

#include "base/text/glob.h"
#include "runtime/provider/plockstat/plockstat.h"

static const struct plock_function_row function_rows[] = {
#define FUNCTION(library, name, action, kind, argument, deadline) \
	{ PLOCK_##library, name, PLOCK_##action, PLOCK_##kind, argument, \
	  deadline },
#define PROBE(name, kind, actions, moment, types, ...)
#define NEVER(name, why)
#include "runtime/provider/plockstat/plockstat.def"
#undef FUNCTION
#undef PROBE
#undef NEVER
};

enum { ROW_CNT = sizeof(function_rows) / sizeof(function_rows[0]) };

/*
 * struct __pthread_mutex_s and struct __pthread_rwlock_arch_t of glibc on 64-bit
 * machines; pthread_mutex_t and pthread_rwlock_t of musl (pthread_impl.h).
 */
const struct abi_lock_layout plock_layouts[PLOCK_LIBRARY_CNT] = {
	[PLOCK_glibc] = {
		.type_off = 16,
		.type_mask = 0x7f, /* without PSHARED, elision */
		/* normal, adaptive, and the same with a priority ceiling */
		.free_types = { 0, 3, 0x40, 0x43 },
		.free_type_cnt = 4,
		.word_types = 0x30, /* robust, priority inheritance */
		.word_off = 0,
		.owner_off = 8,
		.count_off = 4,
		.count_base = 1,
		.writer_off = 24,
	},
	[PLOCK_musl] = {
		.type_off = 0,
		.type_mask = 15,
		.free_types = { 0 },
		.free_type_cnt = 1,
		.word_types = 15,
		.word_off = 4,
		.owner_off = 4,
		.count_off = 20,
		.count_base = 0,
		.writer_off = 0,
		.writer_word = 0x7fffffff,
	},
};

/* -------------------------------------------------------------- the library */

static bool is_any(const char *const *patterns, size_t cnt, const char *name)
{
	for (size_t i = 0; i < cnt; i++)
		if (glob_match(patterns[i], name))
			return true;
	return false;
}

static bool has_function(const struct user_file *file, const char *name)
{
	for (size_t i = 0; i < file->funcs.cnt; i++)
		if (!strcmp(file->funcs.v[i].name, name))
			return true;
	return false;
}

static bool is_static(const struct user_file *file)
{
	for (size_t i = 0; i < file->image.segment_cnt; i++)
		if (file->image.segments[i].type == PT_INTERP)
			return false;
	return true;
}

/* Returns an enum plock_library, or -1: it is no C library with locks. */
static int library_of(struct plock_state *state,
		      const struct user_object *object)
{
	static const char *const glibc[] = { "libc.so.6", "libc-2*.so",
					     "libpthread.so.0",
					     "libpthread-2*.so" };
	static const char *const musl[] = { "ld-musl-*", "libc.musl-*",
					    "libc.so" };
	struct user_file *file = &state->code.files.v[object->file_idx];
	bool is_glibc = is_any(glibc, sizeof(glibc) / sizeof(glibc[0]),
			       object->module);
	bool is_musl = is_any(musl, sizeof(musl) / sizeof(musl[0]),
			      object->module);
	bool is_program = !is_glibc && !is_musl;

	if (is_program && !object->is_exe)
		return -1;
	user_file_load(file, object->pid);
	if (!has_function(file, "pthread_mutex_lock"))
		return -1;
	if (is_program && !is_static(file))
		return -1;
	if (is_program) {
		is_glibc = has_function(file, "__libc_setup_tls");
		is_musl = has_function(file, "__init_tp");
	} else if (is_glibc && !has_function(file, "pthread_rwlock_rdlock")) {
		return -1;
	}
	return is_glibc == is_musl ? -1 :
	       is_glibc		   ? PLOCK_glibc : PLOCK_musl;
}

/* ------------------------------------------------------------- its functions */

static const struct plock_function_row *row_of(int library, const char *name)
{
	for (size_t i = 0; i < ROW_CNT; i++)
		if ((int)function_rows[i].library == library &&
		    !strcmp(function_rows[i].name, name))
			return &function_rows[i];
	return NULL;
}

/*
 * Whether a function leads to another one of the same name: an old version that
 * calls the new one, where the call is traced.
 */
static bool is_wrapper(struct plock_state *state, uint32_t file_idx,
		       uint32_t func_idx)
{
	const struct user_file *file = &state->code.files.v[file_idx];
	const struct user_func *func = &file->funcs.v[func_idx];
	const struct code_insns *insns = NULL;
	const char *why;

	for (uint32_t i = 0; i < file->funcs.cnt; i++) {
		const struct user_func *other = &file->funcs.v[i];

		if (other->name_id != func->name_id ||
		    other->vaddr == func->vaddr)
			continue;
		insns = insns ?
			insns :
			user_func_insns(&state->code, file_idx, func_idx, &why);
		for (size_t k = 0; insns && k < insns->exits.cnt; k++)
			if (insns->exits.v[k].is_known &&
			    func->vaddr + (uint64_t)insns->exits.v[k].target ==
				    other->vaddr)
				return true;
	}
	return false;
}

/* Finds out where a function can be probed. */
static void place(struct plock_state *state, struct plock_function *function)
{
	const struct user_object *object = plock_object_of(state, function);
	struct user_file *file = &state->code.files.v[object->file_idx];
	struct user_func *func = &file->funcs.v[function->func_idx];

	function->refusal = user_func_place(file, func);
	if (function->refusal != CODE_OK)
		return;
	if (func->loop) {
		function->refusal = CODE_REFUSAL_loop;
		return;
	}
	if (function->row->action != PLOCK_WAIT) {
		function->refusal =
			user_func_return(&state->code, function->object_idx,
					 function->func_idx,
					 &function->is_inside);
		return;
	}
	function->is_inside = true;
	if (!user_func_returns(&state->code, object->file_idx,
			       function->func_idx))
		function->refusal = CODE_REFUSAL_unwound;
}

static void add_functions(struct plock_state *state, uint32_t object_idx,
			  int library)
{
	uint32_t file_idx = state->code.objects.v[object_idx].file_idx;

	for (uint32_t i = 0; i < state->code.files.v[file_idx].funcs.cnt; i++) {
		const char *name =
			state->code.files.v[file_idx].funcs.v[i].name;
		const struct plock_function_row *row = row_of(library, name);

		if (!row || is_wrapper(state, file_idx, i))
			continue;
		vec_push(&state->functions, ((struct plock_function){
				.row = row,
				.object_idx = object_idx,
				.func_idx = i,
			}));
		place(state, &state->functions.v[state->functions.cnt - 1]);
	}
}

static void add_object(struct plock_state *state, uint32_t object_idx)
{
	const struct user_object *object = &state->code.objects.v[object_idx];
	int library = library_of(state, object);
	uint16_t machine;
	struct plock_object found = { .object_idx = object_idx };

	if (library < 0)
		return;
	machine = state->code.files.v[object->file_idx].image.machine;
	if (machine != EM_X86_64 && machine != EM_AARCH64)
		found.why = "locks of 32-bit programs are not known";
	else
		add_functions(state, object_idx, library);
	vec_push(&state->libraries, found);
}

int plock_find(struct plock_state *state, pid_t pid)
{
	uint32_t first = (uint32_t)state->code.objects.cnt;
	int err = 0;

	for (size_t i = 0; i < state->known_pids.cnt; i++)
		if (state->known_pids.v[i] == pid)
			return 0;
	if (pid) {
		err = user_find(&state->code, pid);
	} else {
		/* libc.so.6 matches as well */
		user_find_all(&state->code, "libc.so");
		user_find_all(&state->code, "libpthread.so.0");
		user_find_all(&state->code, "ld-musl-*");
	}
	if (err)
		return err;
	vec_push(&state->known_pids, pid);
	for (uint32_t i = first; i < state->code.objects.cnt; i++)
		add_object(state, i);
	return 0;
}
