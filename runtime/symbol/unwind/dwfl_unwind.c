// SPDX-License-Identifier: BSD-2-Clause
/*
 * libdwfl needs a process with modules (files at addresses), a thread with
 * registers, and memory. It is given
 *
 *	modules		the mappings that usersym knows; also after the end
 *	registers	17 of those recorded, in DWARF's order
 *	memory		the copy of the stack, and nothing else
 *
 * A set of modules takes milliseconds to make, so those of some processes are
 * kept; the set of a process that has mapped something since is made again.
 *
 * Nothing is looked up outside: libdwfl's own search for debug files would
 * contact servers on the network, and .eh_frame is in the program itself.
 */
#include "runtime/symbol/unwind/dwfl_unwind.h"

#include <elfutils/libdwfl.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/common/unwind_abi.h"

enum { SET_CNT = 8 };

/* DWARF's registers: their places in struct pt_regs. */
#if defined(__aarch64__)
/* x0 ... x30 sp, and where it is */
enum { REG_CNT = 32, REG_SP = 31, REG_PC = 32 };
static const uint8_t order[REG_CNT] = { 0,  1,	2,  3,	4,  5,	6,  7,
					8,  9,	10, 11, 12, 13, 14, 15,
					16, 17, 18, 19, 20, 21, 22, 23,
					24, 25, 26, 27, 28, 29, 30, 31 };
#else
/* rax rdx rcx rbx rsi rdi rbp rsp r8 ... r15; where it is counts as one */
enum { REG_CNT = 17, REG_SP = 19, REG_PC = 16 };
static const uint8_t order[REG_CNT] = { 10, 12, 11, 5, 13, 14, 4, 19, 9,
					8,  7,	6,  3, 2,  1,  0, 16 };
#endif

/* The modules of one process. */
struct module_set {
	pid_t pid; /* 0: unused */
	unsigned generation; /* usersym_generation() when it was made */
	uint64_t used; /* number of the last walk that used it */
	Dwfl *dwfl;
};

struct unwinder {
	struct usersym *syms;
	struct module_set sets[SET_CNT];
	uint64_t walk_cnt;
	/* the current walk */
	const struct unwind_input *input;
	uint64_t *frames;
	size_t cnt, max;
	/*
	 * whether the last step read above the copy, beyond any copy, or
	 * elsewhere
	 */
	bool was_above, was_far, was_wild;
};

static int no_file(Dwfl_Module *module, void **userdata, const char *name,
		   Dwarf_Addr base, char **file_name, Elf **elf)
{
	(void)module, (void)userdata, (void)name, (void)base;
	(void)file_name, (void)elf;
	return -1;
}

static int no_debug_file(Dwfl_Module *module, void **userdata, const char *name,
			 Dwarf_Addr base, const char *file_name,
			 const char *link, GElf_Word crc, char **found)
{
	(void)module, (void)userdata, (void)name, (void)base;
	(void)file_name, (void)link, (void)crc, (void)found;
	return -1;
}

static const Dwfl_Callbacks callbacks = {
	.find_elf = no_file,
	.find_debuginfo = no_debug_file,
	.section_address = dwfl_offline_section_address,
};

struct unwinder *unwinder_create(struct usersym *syms)
{
	struct unwinder *unwinder = xcalloc(1, sizeof(*unwinder));

	unwinder->syms = syms;
	usersym_keep_files(syms);
	return unwinder;
}

static void drop_set(struct module_set *set)
{
	if (set->dwfl)
		dwfl_end(set->dwfl);
	*set = (struct module_set){ 0 };
}

void unwinder_destroy(struct unwinder *unwinder)
{
	if (!unwinder)
		return;
	for (size_t i = 0; i < SET_CNT; i++)
		drop_set(&unwinder->sets[i]);
	free(unwinder);
}

/* ------------------------------------------------------- memory, registers */

static uint64_t copy_start(const struct unwind_input *input)
{
	return input->regs[REG_SP] & -(uint64_t)input->page_bytes;
}

static bool read_byte(const struct unwind_input *input, uint64_t addr,
		      uint8_t *ret)
{
	uint64_t first = copy_start(input);
	uint64_t page = (addr - first) / input->page_bytes;

	if (addr < first || page >= input->page_cnt ||
	    !(input->page_mask >> page & 1))
		return false;
	*ret = input->pages[addr - first];
	return true;
}

/* Records where an address that is not in the copy lies. */
static void tell_place(struct unwinder *unwinder, uint64_t addr)
{
	uint64_t first = copy_start(unwinder->input);

	if (addr < first)
		unwinder->was_wild = true;
	else if (addr - first < UNWIND_COPY_MAX_BYTES)
		unwinder->was_above = true;
	else
		unwinder->was_far = true;
}

static void forget_places(struct unwinder *unwinder)
{
	unwinder->was_above = unwinder->was_far = unwinder->was_wild = false;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr addr, Dwarf_Word *result,
			void *ctx)
{
	struct unwinder *unwinder = ctx;
	uint8_t bytes[sizeof(*result)];

	(void)dwfl;
	for (size_t i = 0; i < sizeof(bytes); i++)
		if (!read_byte(unwinder->input, addr + i, &bytes[i])) {
			tell_place(unwinder, addr);
			return false;
		}
	memcpy(result, bytes, sizeof(bytes));
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *ctx)
{
	struct unwinder *unwinder = ctx;
	Dwarf_Word regs[REG_CNT];

	for (size_t i = 0; i < REG_CNT; i++)
		regs[i] = unwinder->input->regs[order[i]];
#if defined(__aarch64__)
	dwfl_thread_state_register_pc(thread, unwinder->input->regs[REG_PC]);
#endif
	return dwfl_thread_state_registers(thread, 0, REG_CNT, regs);
}

static pid_t next_thread(Dwfl *dwfl, void *ctx, void **thread_arg)
{
	struct unwinder *unwinder = ctx;

	(void)dwfl;
	if (*thread_arg)
		return 0;
	*thread_arg = unwinder;
	return unwinder->input->pid;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *ctx, void **thread_arg)
{
	(void)dwfl, (void)tid;
	*thread_arg = ctx;
	return true;
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
	.next_thread = next_thread,
	.get_thread = get_thread,
	.memory_read = read_memory,
	.set_initial_registers = set_registers,
};

/* ----------------------------------------------------------------- modules */

/* Our own vdso as a file: it is the same in every process of this kind. */
static int open_vdso(size_t len)
{
	_cleanup_close_ int fd = memfd_create("vdso", MFD_CLOEXEC);
	const void *start = (const void *)getauxval(AT_SYSINFO_EHDR);

	if (fd < 0 || !start || write(fd, start, len) != (ssize_t)len)
		return -1;
	return take_fd(fd);
}

static void add_module(void *ctx, const struct usersym_module *module)
{
	struct module_set *set = ctx;
	int fd = module->fd >= 0 ? dup(module->fd) :
				   open_vdso(module->vdso_bytes);

	/* libdwfl closes it, unless it refuses the file */
	if (fd >= 0 && !dwfl_report_elf(set->dwfl, module->name, module->name,
					fd, module->bias, true))
		close(fd);
}

static struct module_set *make_set(struct unwinder *unwinder, pid_t pid)
{
	struct module_set *set = &unwinder->sets[0];

	for (size_t i = 1; i < SET_CNT; i++)
		if (unwinder->sets[i].used < set->used)
			set = &unwinder->sets[i];
	drop_set(set);
	set->dwfl = dwfl_begin(&callbacks);
	if (!set->dwfl)
		return NULL;
	dwfl_report_begin(set->dwfl);
	usersym_each_module(unwinder->syms, pid, add_module, set);
	if (dwfl_report_end(set->dwfl, NULL, NULL) ||
	    !dwfl_attach_state(set->dwfl, NULL, pid, &thread_callbacks,
			       unwinder)) {
		drop_set(set);
		return NULL;
	}
	set->pid = pid;
	set->generation = usersym_generation(unwinder->syms, pid);
	return set;
}

static struct module_set *find_set(struct unwinder *unwinder, pid_t pid)
{
	unsigned generation = usersym_generation(unwinder->syms, pid);

	for (size_t i = 0; i < SET_CNT; i++) {
		struct module_set *set = &unwinder->sets[i];

		if (set->pid == pid && set->generation == generation)
			return set;
		if (set->pid == pid)
			drop_set(set);
	}
	return make_set(unwinder, pid);
}

/* ----------------------------------------------------------------- walking */

static int take_frame(Dwfl_Frame *state, void *ctx)
{
	struct unwinder *unwinder = ctx;
	bool is_exact = false;
	Dwarf_Addr pc;

	/* 0 ends stacks that have no better end */
	if (!dwfl_frame_pc(state, &pc, NULL) || !pc)
		return DWARF_CB_ABORT;
	if (unwinder->cnt == unwinder->max)
		return DWARF_CB_ABORT;
	/* this may already take the next step */
	forget_places(unwinder);
	dwfl_frame_pc(state, &pc, &is_exact);
	if (is_exact && unwinder->cnt)
		pc |= UNW_EXACT;
	unwinder->frames[unwinder->cnt++] = pc;
	return DWARF_CB_OK;
}

static enum unwind_end walk(struct unwinder *unwinder)
{
	struct module_set *set = find_set(unwinder, unwinder->input->pid);
	int result;

	unwinder->cnt = 0;
	forget_places(unwinder);
	if (!set)
		return UNWIND_NO_TABLE;
	set->used = ++unwinder->walk_cnt;
	result = dwfl_getthread_frames(set->dwfl, unwinder->input->pid,
				       take_frame, unwinder);
	if (unwinder->cnt == unwinder->max)
		return UNWIND_FULL;
	/* libdw takes an unreadable address for the end of the stack */
	if (unwinder->was_above)
		return UNWIND_COPY_END;
	if (unwinder->was_far)
		return UNWIND_ELSEWHERE;
	return result < 0 || unwinder->was_wild ? UNWIND_NO_TABLE :
						  UNWIND_WHOLE;
}

enum unwind_end unwind(struct unwinder *unwinder,
		       const struct unwind_input *input, uint64_t *frames,
		       size_t max, size_t *cnt_ret)
{
	struct usersym_symbol symbol;
	enum unwind_end end;
	unsigned generation;

	unwinder->input = input;
	unwinder->frames = frames;
	unwinder->max = max;
	/* a process or library that is new is read now */
	usersym_find(unwinder->syms, input->pid, input->regs[REG_PC], &symbol);
	end = walk(unwinder);
	generation = usersym_generation(unwinder->syms, input->pid);
	if (end == UNWIND_NO_TABLE && unwinder->cnt) {
		usersym_find(unwinder->syms, input->pid,
			     frames[unwinder->cnt - 1], &symbol);
		if (usersym_generation(unwinder->syms, input->pid) !=
		    generation)
			end = walk(unwinder);
	}
	/* at least the current frame */
	if (!unwinder->cnt && max) {
		frames[0] = input->regs[REG_PC];
		unwinder->cnt = 1;
	}
	*cnt_ret = unwinder->cnt;
	return end;
}
