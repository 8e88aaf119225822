// SPDX-License-Identifier: BSD-2-Clause
/*
 * Which returns can't be probed without harm. The kernel puts an address of
 * its own in place of the return address until the function is left:
 *
 *	main             catches
 *	  work           return address is the kernel's: the unwinder knows no
 *	    fail         caller of it and ends the program (terminate)
 *
 * So in a process with code that throws, only functions through which nothing
 * can be thrown are probed in this way: those that call only functions of the
 * same kind. A C function may call back (qsort), so C is not exempt, except
 * functions of the C library that are known to call nothing. Other functions
 * are probed at their return instructions, if all of these are known.
 *
 * The kernel also takes a return address for dead when the stack pointer was
 * above it meanwhile. That is right after longjmp; when a thread goes from
 * stack to stack (swapcontext and the like), live ones are lost.
 *
 * Compiling virtual machines and garbage collectors find the code of a frame,
 * and its references, by the return address; the kernel's belongs to no code.
 *
 * Some libraries of C programs throw or switch stacks only on demand: an
 * allocator for C++, OpenSSL for its async jobs.
 *
 * A file of all processes (pid*) may be mapped by any of these: only what is
 * safe in all of them is probed.
 *
 * -x unsafereturns probes refused returns nevertheless, but not for pid*.
 */
#include <elf.h>
#include <string.h>

#include "runtime/process/closure.h"
#include "runtime/provider/pid/pid.h"

enum {
	HARM_THROWS = 1, /* it, or the one who calls it, may unwind stacks */
	HARM_SWITCHES = 2, /* it moves threads from stack to stack */
	HARM_CXX = 4, /* it is written in C++ */
	HARM_JOBS = 8, /* it has to do with OpenSSL's async jobs */
	HARM_THROWS_CXX = 16, /* it unwinds stacks for what is in C++ */
	HARM_SWITCHES_JOBS = 32, /* it moves threads for async jobs */
	HARM_WALKS = 64, /* it follows return addresses, and knows all there are */
	CALLED_MAX = 64, /* functions looked at for one */
};

/* Names that a file refers to or has, and what they tell of its process. */
static const struct sign {
	const char *pattern;
	uint8_t harm;
} signs[] = {
	{ "_Unwind_RaiseException", HARM_THROWS },
	{ "__cxa_throw", HARM_THROWS },
	{ "*rust_eh_personality", HARM_THROWS },
	{ "*__g[!c]*_personality_v0", HARM_THROWS }, /* gxx, gnat, gdc ... */
	{ "swapcontext", HARM_SWITCHES },
	{ "setcontext", HARM_SWITCHES },
	{ "jump_fcontext", HARM_SWITCHES }, /* Boost */
	{ "coroutine_transfer", HARM_SWITCHES }, /* Ruby */
	{ "rb_fiber_new", HARM_SWITCHES },
	{ "zend_fiber_init_context", HARM_SWITCHES }, /* PHP */
	{ "caml_runstack", HARM_SWITCHES }, /* OCaml 5 */
	{ "PyInit__greenlet", HARM_SWITCHES },
	{ "co_switch", HARM_SWITCHES },
	{ "jl_init*", HARM_SWITCHES }, /* Julia */
	{ "JNI_CreateJavaVM", HARM_WALKS },
	{ "coreclr_initialize", HARM_WALKS }, /* .NET */
	{ "mono_jit_init*", HARM_WALKS },
	{ "caml_call_gc", HARM_WALKS }, /* OCaml */
	{ "call_into_lisp", HARM_WALKS }, /* SBCL */
	{ "_Z*", HARM_CXX },
	{ "ASYNC_*", HARM_JOBS },
	{ "SSL_*async*", HARM_JOBS },
};

/* Those that offer these names to others, and use none themselves. */
static const char *const libraries[] = {
	"libc.so*", "libc-2*.so", "libgcc_s.so*", "libgcc_s-*.so*",
	"libunwind.so*", "ld-*.so*", "ld-musl-*",
};

/*
 * Those that do harm only to who asks for it: what they have, and what that
 * is then. ICU is made without exceptions, but has the cleanups of C++.
 */
static const struct offer {
	const char *pattern;
	uint8_t has, offers;
} offers[] = {
	{ "libstdc++.so*", HARM_THROWS | HARM_CXX, HARM_THROWS_CXX },
	{ "libc++*.so*", HARM_THROWS | HARM_CXX, HARM_THROWS_CXX },
	{ "libjemalloc.so*", HARM_THROWS | HARM_CXX, HARM_THROWS_CXX },
	{ "libtcmalloc*.so*", HARM_THROWS | HARM_CXX, HARM_THROWS_CXX },
	{ "libicu*.so*", HARM_THROWS | HARM_CXX, HARM_THROWS_CXX },
	{ "libcrypto.so*", HARM_SWITCHES | HARM_JOBS, HARM_SWITCHES_JOBS },
	{ "libssl.so*", HARM_JOBS, 0 },
};

/* Functions of the C library that never call what the program gave them. */
static const char *const silent[] = {
	"malloc", "calloc", "realloc", "reallocarray", "free", "memalign",
	"aligned_alloc", "posix_memalign", "valloc", "pvalloc",
	"malloc_usable_size",
};

static bool is_any(const char *const *patterns, size_t cnt, const char *name)
{
	for (size_t i = 0; i < cnt; i++)
		if (glob_match(patterns[i], name))
			return true;
	return false;
}
#define IS_ANY(list, name) \
	is_any(list, sizeof(list) / sizeof((list)[0]), name)

/* ---------------------------------------------------------------- processes */

static uint8_t name_harm(const char *name)
{
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (glob_match(signs[i].pattern, name))
			return signs[i].harm;
	return 0;
}

/*
 * The unwinder of a program that is linked statically, which the C library
 * needs to end threads: nothing but itself throws by it. (Languages that
 * throw refer to it, or have a sign of their own.)
 */
static bool is_idle_unwinder(const struct pid_file *file,
			     const struct elf_symbol *sym, const char *name)
{
	return !strcmp(name, "_Unwind_RaiseException") &&
	       sym->section_idx != SHN_UNDEF &&
	       !pid_file_refers(file, sym->value, "_Unwind_*");
}

static uint8_t symbol_harm(const struct pid_file *file,
			   const struct elf_symbol *sym)
{
	char name[64];
	uint8_t harm;

	if (!sym->name_len || sym->name_len >= sizeof(name))
		return 0;
	memcpy(name, sym->name, sym->name_len);
	name[sym->name_len] = '\0';
	harm = name_harm(name);
	return harm && !is_idle_unwinder(file, sym, name) ? harm : 0;
}

/*
 * A library made with an unwinder inside and stripped names only what that
 * needs from outside; its exceptions have a table.
 */
static bool hides_unwinder(const struct pid_file *file)
{
	if (!file->is_stripped ||
	    !elf_file_find(&file->image, ".gcc_except_table", 0))
		return false;
	for (size_t i = 0; i < file->symtab.symbol_cnt; i++) {
		const struct elf_symbol *sym = &file->symtab.symbols[i];

		if (sym->name_len == strlen("dl_iterate_phdr") &&
		    !memcmp(sym->name, "dl_iterate_phdr", sym->name_len))
			return true;
	}
	return false;
}

static uint8_t file_harm(const struct pid_file *file)
{
	uint8_t harm = hides_unwinder(file) ? HARM_THROWS : 0;

	for (size_t i = 0; i < file->symtab.symbol_cnt; i++)
		harm |= symbol_harm(file, &file->symtab.symbols[i]);
	for (size_t i = 0; i < file->debug.symtab.symbol_cnt; i++)
		harm |= symbol_harm(file,
				    &file->debug.symtab.symbols[i]);
	return harm;
}

/* What a library offers in place of what its file has. */
static uint8_t offered_harm(const char *module, uint8_t harm)
{
	for (size_t i = 0; i < sizeof(offers) / sizeof(offers[0]); i++) {
		const struct offer *offer = &offers[i];

		if (glob_match(offer->pattern, module))
			return (harm & ~offer->has) |
			       (harm & offer->has ? offer->offers : 0);
	}
	return harm;
}

/* What a file can do to the process @pid that has it as @module. */
static uint8_t module_harm(struct pid_state *state, uint32_t file_idx,
			   const char *module, pid_t pid)
{
	struct pid_file *file = &state->files.v[file_idx];

	if (IS_ANY(libraries, module))
		return 0;
	pid_file_load(file, pid);
	return offered_harm(module, file_harm(file));
}

static uint8_t object_harm(struct pid_state *state,
			   const struct pid_object *object)
{
	return module_harm(state, object->file_idx, object->module,
			   object->pid);
}

/* HARM_*: what the files that @pid has can do, all taken together. */
static uint8_t process_harm(struct pid_state *state, pid_t pid)
{
	struct pid_harm harm = { .pid = pid };

	for (size_t i = 0; i < state->harms.cnt; i++)
		if (state->harms.v[i].pid == pid)
			return state->harms.v[i].bits;
	for (size_t i = 0; i < state->objects.cnt; i++)
		if (state->objects.v[i].pid == pid)
			harm.bits |= object_harm(state, &state->objects.v[i]);
	vec_push(&state->harms, harm);
	return harm.bits;
}

/*
 * What the libraries can do that an object is linked with: they are not mapped
 * yet when the object is. Where its path is another file here (another root or
 * mount namespace) or none, they may be anything.
 */
static uint8_t needed_harm(struct pid_state *state,
			   const struct pid_object *object)
{
	struct closure closure = { 0 };
	uint8_t harm = 0;

	if (pid_find_file(state, object->path) != (int)object->file_idx ||
	    closure_add(&closure, object->path))
		harm = HARM_THROWS;
	for (size_t i = 0; i < closure.paths.cnt; i++) {
		const char *path = closure.paths.v[i];
		const char *slash = strrchr(path, '/');
		int idx = pid_find_file(state, path);

		if (idx >= 0)
			harm |= module_harm(state, (uint32_t)idx,
					    slash ? slash + 1 : path,
					    object->pid);
	}
	closure_deinit(&closure);
	return harm;
}

void pid_harm_add(struct pid_state *state, pid_t pid, size_t first)
{
	uint8_t bits = process_harm(state, pid);

	for (size_t i = first; i < state->objects.cnt; i++) {
		const struct pid_object *object = &state->objects.v[i];

		if (object->pid == pid && !IS_ANY(libraries, object->module))
			bits |= object_harm(state, object) |
				needed_harm(state, object);
	}
	for (size_t i = 0; i < state->harms.cnt; i++)
		if (state->harms.v[i].pid == pid)
			state->harms.v[i].bits = bits;
}

/* ---------------------------------------------------------------- functions */

/* The functions that are reached from one, each once. */
struct reached {
	struct pid_state *state;
	uint32_t file_idx;
	uint32_t funcs[CALLED_MAX];
	uint32_t cnt;
};

/* Notes where one instruction goes. Returns false: out of sight. */
static bool reach(struct reached *reached, const struct pid_func *func,
		  const struct pid_exit *way)
{
	const struct pid_file *file =
		&reached->state->files.v[reached->file_idx];
	uint64_t vaddr = func->vaddr + (uint64_t)way->target;
	ssize_t idx;

	if (!way->is_known)
		return false;
	if (!way->is_call && vaddr - func->vaddr < func->size_bytes)
		return true;
	idx = pid_func_at(file, vaddr);
	if (idx < 0 || !file->funcs.v[idx].size_bytes)
		return false;
	for (uint32_t i = 0; i < reached->cnt; i++)
		if (reached->funcs[i] == (uint32_t)idx)
			return true;
	if (reached->cnt == CALLED_MAX)
		return false;
	reached->funcs[reached->cnt++] = (uint32_t)idx;
	return true;
}

static bool reach_from(struct reached *reached, uint32_t func_idx)
{
	const struct pid_func *func = &reached->state->files
		.v[reached->file_idx].funcs.v[func_idx];
	const struct pid_insns *insns;
	const char *why;

	if (func->is_quiet || func->is_loud)
		return func->is_quiet;
	insns = pid_func_insns(reached->state, reached->file_idx, func_idx,
			       &why);
	if (!insns || insns->end_off != func->size_bytes)
		return false;
	for (size_t i = 0; i < insns->exits.cnt; i++)
		if (!reach(reached, func, &insns->exits.v[i]))
			return false;
	return true;
}

/* Whether a function calls only what calls nothing unknown, as it does. */
static bool is_quiet(struct pid_state *state, uint32_t file_idx,
		     uint32_t func_idx)
{
	struct pid_file *file = &state->files.v[file_idx];
	struct reached reached = { state, file_idx, { 0 }, 1 };
	ssize_t first = pid_func_at(file, file->funcs.v[func_idx].vaddr);

	reached.funcs[0] = first < 0 ? func_idx : (uint32_t)first;
	if (!file->funcs.v[reached.funcs[0]].size_bytes)
		reached.funcs[0] = func_idx;
	for (uint32_t i = 0; i < reached.cnt; i++) {
		if (reach_from(&reached, reached.funcs[i]))
			continue;
		/* not because there were too many */
		file->funcs.v[reached.funcs[0]].is_loud =
			reached.cnt < CALLED_MAX;
		return false;
	}
	/* nothing leads out of what was reached: it holds for all of them */
	for (uint32_t i = 0; i < reached.cnt; i++)
		file->funcs.v[reached.funcs[i]].is_quiet = true;
	return true;
}

/*
 * A return probe changes the return address on the stack. These have none
 * there, keep it for later, or unwind the stack by it.
 */
static const char *const entered[] = {
	"_start", "_dl_start_user", "__start_context",
	"_dl_runtime_resolve*", "_dl_runtime_profile*",
	"setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp",
	"getcontext", "__getcontext", "swapcontext", "__swapcontext",
	"__cxa_throw", "__cxa_rethrow", "_Unwind_*", "__morestack",
};

/* HARM_THROWS, _SWITCHES and _WALKS, of what the files of a process can do. */
static uint8_t asked_harm(uint8_t harm)
{
	if (harm & HARM_THROWS_CXX && harm & HARM_CXX)
		harm |= HARM_THROWS;
	if (harm & HARM_SWITCHES_JOBS && harm & HARM_JOBS)
		harm |= HARM_SWITCHES;
	return harm & (HARM_THROWS | HARM_SWITCHES | HARM_WALKS);
}

enum pid_refusal pid_func_return(struct pid_state *state, uint32_t object_idx,
				 uint32_t func_idx, bool *is_inside_ret)
{
	const struct pid_object *object = &state->objects.v[object_idx];
	const struct pid_file *file = &state->files.v[object->file_idx];
	const struct pid_func *func = &file->funcs.v[func_idx];
	uint8_t harm;

	/* no address is changed there */
	*is_inside_ret = func->loop;
	if (func->loop)
		return pid_func_returns(state, object->file_idx, func_idx) ?
			PID_OK : PID_REFUSAL_jumps;
	if (file->is_go)
		return PID_REFUSAL_go;
	if (func->vaddr == file->entry_vaddr || IS_ANY(entered, func->name))
		return PID_REFUSAL_entered;
	if (func->reads_return) {
		*is_inside_ret = pid_func_returns(state, object->file_idx,
						  func_idx);
		return *is_inside_ret ? PID_OK : PID_REFUSAL_entered;
	}
	if (state->env->options->value[OPT_unsafereturns] && object->pid)
		return PID_OK;
	harm = object->pid ? asked_harm(process_harm(state, object->pid)) :
			     HARM_THROWS | HARM_SWITCHES | HARM_WALKS;
	if (!harm || (glob_match("libc.so*", object->module) &&
		      IS_ANY(silent, func->name)) ||
	    is_quiet(state, object->file_idx, func_idx))
		return PID_OK;
	*is_inside_ret = pid_func_returns(state, object->file_idx, func_idx);
	if (*is_inside_ret)
		return PID_OK;
	if (!object->pid)
		return PID_REFUSAL_shared;
	if (harm & HARM_WALKS)
		return PID_REFUSAL_walked;
	return harm & HARM_THROWS ? PID_REFUSAL_unwound :
				    PID_REFUSAL_switched;
}
