// SPDX-License-Identifier: BSD-2-Clause
/*
 * Which returns can't be probed without harm. The kernel replaces the return
 * address by one of its own until the function returns:
 *
 *	main             catches
 *	  work           has the kernel's return address: the unwinder finds no
 *	    fail         caller for it and ends the program (terminate)
 *
 * So in a process with code that throws, a function is probed in this way only
 * if nothing can be thrown through it, that is, if it calls only functions of
 * the same kind. C functions are not exempt, because they may call back (qsort);
 * functions of the C library that are known to call nothing are. Other functions
 * are probed at their return instructions, if all of these are known.
 *
 * The kernel also considers a replaced return address dead once the stack
 * pointer has been above it. That is right after longjmp, but when a thread
 * switches between stacks (swapcontext and the like), live ones are lost. Such
 * programs are known by their symbols or by their code (stack_switches.c). The
 * same happens in a signal handler on a stack of its own above the thread's, which
 * is possible in threads other than the first.
 *
 * A thread that is cancelled, or calls pthread_exit(), is unwound as well. Where
 * the unwinder finds no caller, it leaves all frames at once, like longjmp:
 * cleanup that the compiler made (-fexceptions) is skipped. The C library has
 * such cleanup, too: fgets() would leave its file locked. That of other C code
 * (pthread_cleanup_push) is run as after longjmp.
 *
 * Go programs copy their stacks to larger ones, and look up every return address
 * on them.
 *
 * Virtual machines with a compiler, and garbage collectors, find the code of a
 * frame, and its references, by the return address; the kernel's address belongs
 * to no code.
 *
 * Some libraries of C programs throw or switch stacks only on demand: an
 * allocator for C++, OpenSSL for its async jobs, MariaDB for calls that don't wait.
 *
 * With pid* the file may be mapped by any such process: only what is safe in all
 * of them is probed.
 *
 * -x unsafereturns probes refused returns nevertheless, but not for pid*.
 */
#include <elf.h>
#include <string.h>

#include "base/text/glob.h"
#include "runtime/process/needed_files.h"
#include "runtime/provider/user_code/user_code.h"

enum {
	HARM_THROWS = 1, /* the file or its callers may unwind stacks */
	HARM_SWITCHES = 2, /* switches threads between stacks */
	HARM_CXX = 4, /* is written in C++ */
	HARM_JOBS = 8, /* uses a library for jobs that switch stacks */
	HARM_THROWS_CXX = 16, /* unwinds stacks on behalf of C++ code */
	HARM_SWITCHES_JOBS = 32, /* switches stacks for async jobs */
	HARM_WALKS = 64, /* walks return addresses and must know them all */
	HARM_SIGNAL_STACKS = 128, /* gives signal handlers stacks */
	HARM_THREADS = 256, /* creates threads */
	HARM_CANCELS = 512, /* unwinds threads that are cancelled */
	HARM_LEAVES = 1024, /* unwinds a thread from its own code (pthread_exit) */
	HARM_CLEANS = 2048, /* has cleanup in C code (-fexceptions) */
	CALLED_MAX = 64, /* functions that are examined for one */
};

/* Symbols that a file defines or refers to, and the bits that they imply. */
static const struct sign {
	const char *pattern;
	uint16_t harm;
} signs[] = {
	{ "_Unwind_RaiseException", HARM_THROWS },
	{ "__cxa_throw", HARM_THROWS },
	{ "*rust_eh_personality", HARM_THROWS },
	{ "*__g[!c]*_personality_v0", HARM_THROWS }, /* gxx, gnat, gdc ... */
	{ "pthread_cancel", HARM_CANCELS }, /* from inside the C library */
	{ "pthread_exit", HARM_LEAVES },
	{ "thrd_exit", HARM_LEAVES },
	{ "__gcc_personality_v0", HARM_CLEANS },
	{ "swapcontext", HARM_SWITCHES },
	{ "setcontext", HARM_SWITCHES },
	{ "jump_fcontext", HARM_SWITCHES }, /* Boost */
	{ "coroutine_transfer", HARM_SWITCHES }, /* Ruby */
	{ "rb_fiber_new", HARM_SWITCHES },
	{ "zend_fiber_init_context", HARM_SWITCHES }, /* PHP */
	{ "caml_runstack", HARM_SWITCHES }, /* OCaml 5 */
	{ "PyInit__greenlet", HARM_SWITCHES },
	{ "co_switch", HARM_SWITCHES },
	{ "__morestack", HARM_SWITCHES }, /* -fsplit-stack */
	{ "jl_init*", HARM_SWITCHES }, /* Julia */
	{ "JNI_CreateJavaVM", HARM_WALKS },
	{ "coreclr_initialize", HARM_WALKS }, /* .NET */
	{ "mono_jit_init*", HARM_WALKS },
	{ "caml_call_gc", HARM_WALKS }, /* OCaml */
	{ "call_into_lisp", HARM_WALKS }, /* SBCL */
	{ "_Z*", HARM_CXX },
	{ "sigaltstack", HARM_SIGNAL_STACKS },
	{ "pthread_create", HARM_THREADS },
	{ "thrd_create", HARM_THREADS },
	{ "clone", HARM_THREADS },
	{ "ASYNC_*", HARM_JOBS },
	{ "SSL_*async*", HARM_JOBS },
	{ "mysql_*_cont", HARM_JOBS },
};

/* Files that export these names for others but do not use them themselves. */
static const char *const libraries[] = {
	"libc.so*", "libc-2*.so", "libgcc_s.so*", "libgcc_s-*.so*",
	"libunwind.so*", "ld-*.so*", "ld-musl-*",
};

/*
 * Files that do harm only in programs that ask for it: their bits, and the bits
 * that these become. ICU is built without exceptions but has C++ cleanups.
 * Python and LLVM run no code of others in their handlers, which report crashes.
 */
static const struct offer {
	const char *pattern;
	uint16_t has, offers;
} offers[] = {
	{ "libstdc++.so*", HARM_THROWS | HARM_CXX, HARM_THROWS_CXX },
	{ "libc++*.so*", HARM_THROWS | HARM_CXX, HARM_THROWS_CXX },
	{ "libjemalloc.so*", HARM_THROWS | HARM_CXX, HARM_THROWS_CXX },
	{ "libtcmalloc*.so*", HARM_THROWS | HARM_CXX, HARM_THROWS_CXX },
	{ "libicu*.so*", HARM_THROWS | HARM_CXX, HARM_THROWS_CXX },
	{ "libcrypto.so*", HARM_SWITCHES | HARM_JOBS, HARM_SWITCHES_JOBS },
	{ "libssl.so*", HARM_JOBS, 0 },
	{ "libmariadb*.so*", HARM_SWITCHES | HARM_JOBS, HARM_SWITCHES_JOBS },
	{ "python*", HARM_SIGNAL_STACKS, 0 },
	{ "libpython*.so*", HARM_SIGNAL_STACKS, 0 },
	{ "libLLVM*.so*", HARM_SIGNAL_STACKS, 0 },
};

/* Functions of the C library that never call functions of the program. */
static const char *const silent[] = {
	"malloc", "calloc", "realloc", "reallocarray", "free", "memalign",
	"aligned_alloc", "posix_memalign", "valloc", "pvalloc",
	"malloc_usable_size",
};

/* The same, also where the library is linked into the program. */
static const char *const silent_locks[] = {
	"pthread_mutex_lock", "pthread_mutex_trylock",
	"pthread_mutex_timedlock", "pthread_mutex_clocklock",
	"pthread_mutex_unlock", "pthread_rwlock_rdlock",
	"pthread_rwlock_wrlock", "pthread_rwlock_tryrdlock",
	"pthread_rwlock_trywrlock", "pthread_rwlock_timedrdlock",
	"pthread_rwlock_timedwrlock", "pthread_rwlock_clockrdlock",
	"pthread_rwlock_clockwrlock", "pthread_rwlock_unlock",
};

static const char *const thread_libraries[] = {
	"libc.so*", "libc-2*.so", "libpthread*.so*", "ld-musl-*", "libc.musl-*",
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

static uint16_t name_harm(const char *name)
{
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (glob_match(signs[i].pattern, name))
			return signs[i].harm;
	return 0;
}

/*
 * The unwinder of a statically linked program, which the C library needs to end
 * threads: only the C library throws by it. (Code in languages that throw refers
 * to the unwinder, or has another sign.)
 */
static bool is_idle_unwinder(const struct user_file *file,
			     const struct elf_symbol *sym, const char *name)
{
	return !strcmp(name, "_Unwind_RaiseException") &&
		sym->section_idx != SHN_UNDEF &&
		!user_file_refers(file, sym->value, "_Unwind_*");
}

static uint16_t symbol_harm(const struct user_file *file,
			    const struct elf_symbol *sym)
{
	char name[64];
	uint16_t harm;

	if (!sym->name_len || sym->name_len >= sizeof(name))
		return 0;
	memcpy(name, sym->name, sym->name_len);
	name[sym->name_len] = '\0';
	harm = name_harm(name);
	return harm && !is_idle_unwinder(file, sym, name) ? harm : 0;
}

/*
 * A stripped library with an unwinder linked into it shows only the symbols that
 * the unwinder imports; its exceptions need a table.
 */
static bool hides_unwinder(const struct user_file *file)
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

static uint16_t file_harm(const struct user_file *file)
{
	uint16_t harm = hides_unwinder(file) ? HARM_THROWS : 0;

	if (!file->image.section_cnt)
		return HARM_THROWS | HARM_CXX; /* its symbols are not found */
	for (size_t i = 0; i < file->symtab.symbol_cnt; i++)
		harm |= symbol_harm(file, &file->symtab.symbols[i]);
	for (size_t i = 0; i < file->debug.symtab.symbol_cnt; i++)
		harm |= symbol_harm(file,
				    &file->debug.symtab.symbols[i]);
	return harm;
}

/* Replaces the bits that a library has by those that it offers to others. */
static uint16_t offered_harm(const char *module, uint16_t harm)
{
	for (size_t i = 0; i < sizeof(offers) / sizeof(offers[0]); i++) {
		const struct offer *offer = &offers[i];

		if (glob_match(offer->pattern, module))
			return (harm & ~offer->has) |
			       (harm & offer->has ? offer->offers : 0);
	}
	return harm;
}

/*
 * Returns the HARM_ bits of a file that process @pid maps as @module. @others:
 * those of its other files; if these decide, this one's code is not searched.
 */
static uint16_t module_harm(struct user_code *user, uint32_t file_idx,
			    const char *module, pid_t pid, uint16_t others)
{
	struct user_file *file = &user->files.v[file_idx];
	uint16_t harm;

	if (IS_ANY(libraries, module))
		return 0;
	user_file_load(file, pid);
	harm = file_harm(file);
	if (!((harm | others) & (HARM_THROWS | HARM_SWITCHES | HARM_WALKS)) &&
	    !file->is_go && user_file_switches(file))
		harm |= HARM_SWITCHES;
	return offered_harm(module, harm);
}

static uint16_t object_harm(struct user_code *user,
			    const struct user_object *object, uint16_t others)
{
	return module_harm(user, object->file_idx, object->module, object->pid,
			   others);
}

/* Returns the HARM_ bits of all files of @pid together. */
static uint16_t process_harm(struct user_code *user, pid_t pid)
{
	struct user_harm harm = { .pid = pid };

	for (size_t i = 0; i < user->harms.cnt; i++)
		if (user->harms.v[i].pid == pid)
			return user->harms.v[i].bits;
	for (size_t i = 0; i < user->objects.cnt; i++)
		if (user->objects.v[i].pid == pid)
			harm.bits |= object_harm(user, &user->objects.v[i],
						 harm.bits);
	vec_push(&user->harms, harm);
	return harm.bits;
}

/*
 * Returns the bits of the libraries that an object is linked with: they are not
 * mapped yet when the object is. If its path leads to another file here (in
 * another root or mount namespace) or to none, they may be any library.
 */
static uint16_t needed_harm(struct user_code *user,
			    const struct user_object *object, uint16_t others)
{
	struct closure closure = { 0 };
	uint16_t harm = 0;

	if (user_find_file(user, object->path) != (int)object->file_idx ||
	    closure_add(&closure, object->path))
		harm = HARM_THROWS;
	for (size_t i = 0; i < closure.paths.cnt; i++) {
		const char *path = closure.paths.v[i];
		const char *slash = strrchr(path, '/');
		int idx = user_find_file(user, path);

		if (idx >= 0)
			harm |= module_harm(user, (uint32_t)idx,
					    slash ? slash + 1 : path,
					    object->pid, harm | others);
	}
	closure_deinit(&closure);
	return harm;
}

void user_harm_add(struct user_code *user, pid_t pid, size_t first)
{
	uint16_t bits = process_harm(user, pid);

	for (size_t i = first; i < user->objects.cnt; i++) {
		const struct user_object *object = &user->objects.v[i];

		if (object->pid == pid && !IS_ANY(libraries, object->module))
			bits |= object_harm(user, object, bits) |
				needed_harm(user, object, bits);
	}
	for (size_t i = 0; i < user->harms.cnt; i++)
		if (user->harms.v[i].pid == pid)
			user->harms.v[i].bits = bits;
}

/* ---------------------------------------------------------------- functions */

/* The functions that are reached from one function; each is listed once. */
struct reached {
	struct user_code *user;
	uint32_t file_idx;
	uint32_t funcs[CALLED_MAX];
	uint32_t cnt;
};

/* Adds the target of one instruction. Returns false if it is unknown. */
static bool reach(struct reached *reached, const struct user_func *func,
		  const struct code_exit *way)
{
	const struct user_file *file =
		&reached->user->files.v[reached->file_idx];
	uint64_t vaddr = func->vaddr + (uint64_t)way->target;
	ssize_t idx;

	if (!way->is_known)
		return false;
	if (!way->is_call && vaddr - func->vaddr < func->size_bytes)
		return true;
	idx = user_func_at(file, vaddr);
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
	const struct user_func *func =
		&reached->user->files.v[reached->file_idx].funcs.v[func_idx];
	const struct code_insns *insns;
	const char *why;

	if (func->is_quiet || func->is_loud)
		return func->is_quiet;
	insns = user_func_insns(reached->user, reached->file_idx, func_idx,
				&why);
	if (!insns || insns->end_off != func->size_bytes || insns->sets_sp)
		return false;
	for (size_t i = 0; i < insns->exits.cnt; i++)
		if (!reach(reached, func, &insns->exits.v[i]))
			return false;
	return true;
}

/* Whether a function, with all that it calls, never calls unknown code. */
static bool is_quiet(struct user_code *user, uint32_t file_idx,
		     uint32_t func_idx)
{
	struct user_file *file = &user->files.v[file_idx];
	struct reached reached = { user, file_idx, { 0 }, 1 };
	ssize_t first = user_func_at(file, file->funcs.v[func_idx].vaddr);

	reached.funcs[0] = first < 0 ? func_idx : (uint32_t)first;
	if (!file->funcs.v[reached.funcs[0]].size_bytes)
		reached.funcs[0] = func_idx;
	for (uint32_t i = 0; i < reached.cnt; i++) {
		if (reach_from(&reached, reached.funcs[i]))
			continue;
		/* unless the reason is that there were too many */
		file->funcs.v[reached.funcs[0]].is_loud =
			reached.cnt < CALLED_MAX;
		return false;
	}
	/* nothing leads out of the functions reached: the same holds for each */
	for (uint32_t i = 0; i < reached.cnt; i++)
		file->funcs.v[reached.funcs[i]].is_quiet = true;
	return true;
}

/*
 * A return probe replaces the return address on the stack. These functions have
 * none there, keep it for later, or unwind the stack by it.
 */
static const char *const entered[] = {
	"_start", "_dl_start_user", "__start_context",
	"_dl_runtime_resolve*", "_dl_runtime_profile*",
	"setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp",
	"getcontext", "__getcontext", "swapcontext", "__swapcontext",
	"__cxa_throw", "__cxa_rethrow", "_Unwind_*", "__morestack",
	"__morestack_non_split",
};

/*
 * These look up the file that called them, to search those after it (RTLD_NEXT)
 * or by its path (RUNPATH), or as the place where unwinding begins; the kernel's
 * address belongs to none.
 */
static const char *const callers[] = {
	"dlopen", "dlmopen", "dlsym", "dlvsym", "dl_iterate_phdr",
	"_*dlopen", "_*dlmopen", "_*dlsym", "_*dlvsym", "_*dl_iterate_phdr",
	"uw_init_context_1*",
};

/*
 * Reduces the bits of a process to HARM_THROWS, _SWITCHES, _WALKS,
 * _SIGNAL_STACKS and _CANCELS.
 */
static uint16_t asked_harm(uint16_t harm)
{
	if (harm & HARM_THROWS_CXX && harm & HARM_CXX)
		harm |= HARM_THROWS;
	if (harm & HARM_LEAVES && harm & HARM_CLEANS)
		harm |= HARM_CANCELS;
	if (harm & HARM_SWITCHES_JOBS && harm & HARM_JOBS)
		harm |= HARM_SWITCHES;
	if (!(harm & HARM_THREADS))
		harm &= (uint16_t)~HARM_SIGNAL_STACKS;
	return harm &
		(HARM_THROWS | HARM_SWITCHES | HARM_WALKS |
		 HARM_SIGNAL_STACKS | HARM_CANCELS);
}

/*
 * Returns the bits that matter for the returns of an object. If only the C
 * library has cleanup, its functions are those that may be called below it.
 */
static uint16_t object_return_harm(struct user_code *user,
				   const struct user_object *object)
{
	uint16_t harm = process_harm(user, object->pid);

	if (!(harm & HARM_CLEANS) && !IS_ANY(libraries, object->module))
		harm &= (uint16_t)~HARM_CANCELS;
	return asked_harm(harm);
}

static bool has_interpreter(const struct user_file *file)
{
	for (size_t i = 0; i < file->image.segment_cnt; i++)
		if (file->image.segments[i].type == PT_INTERP)
			return true;
	return false;
}

static bool is_silent(const struct user_object *object,
		      const struct user_file *file,
		      const struct user_func *func)
{
	if (glob_match("libc.so*", object->module) && IS_ANY(silent, func->name))
		return true;
	return IS_ANY(silent_locks, func->name) &&
	       (IS_ANY(thread_libraries, object->module) ||
		(object->is_exe && !has_interpreter(file)));
}

enum code_refusal user_func_return(struct user_code *user, uint32_t object_idx,
				   uint32_t func_idx, bool *is_inside_ret)
{
	const struct user_object *object = &user->objects.v[object_idx];
	const struct user_file *file = &user->files.v[object->file_idx];
	const struct user_func *func = &file->funcs.v[func_idx];
	uint16_t harm;

	/* such probes replace no return address */
	*is_inside_ret = func->loop;
	if (func->loop)
		return user_func_returns(user, object->file_idx, func_idx) ?
			CODE_OK :
			CODE_REFUSAL_jumps;
	if (func->vaddr == file->entry_vaddr || IS_ANY(entered, func->name))
		return CODE_REFUSAL_entered;
	if (func->reads_return || IS_ANY(callers, func->name)) {
		*is_inside_ret =
			user_func_returns(user, object->file_idx, func_idx);
		return *is_inside_ret ? CODE_OK : CODE_REFUSAL_caller;
	}
	if (file->is_go) {
		*is_inside_ret =
			user_func_returns(user, object->file_idx, func_idx);
		return *is_inside_ret ? CODE_OK : CODE_REFUSAL_go;
	}
	if (user->env->options->value[OPT_unsafereturns] && object->pid)
		return CODE_OK;
	harm = object->pid ? object_return_harm(user, object) :
			     HARM_THROWS | HARM_SWITCHES | HARM_WALKS;
	if (!harm || is_silent(object, file, func) ||
	    is_quiet(user, object->file_idx, func_idx))
		return CODE_OK;
	*is_inside_ret = user_func_returns(user, object->file_idx, func_idx);
	if (*is_inside_ret)
		return CODE_OK;
	if (!object->pid)
		return CODE_REFUSAL_shared;
	if (harm & HARM_WALKS)
		return CODE_REFUSAL_walked;
	if (harm & HARM_THROWS)
		return CODE_REFUSAL_unwound;
	if (harm & HARM_SWITCHES)
		return CODE_REFUSAL_switched;
	return harm & HARM_SIGNAL_STACKS ? CODE_REFUSAL_signal_stacks :
					   CODE_REFUSAL_cancelled;
}
