// SPDX-License-Identifier: BSD-2-Clause
/*
 * From a process that has made the memory to hooks that run.
 *
 * Memory is never used twice: a thread may still be in a hook of the tracer
 * before, which has ended, and add to what that has used. So each tracer takes
 * what follows in the two files of the process, for data and for code, and gives
 * back only pages, which become zeros.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lang/direct_clause.h"
#include "runtime/kernel/link/links.h"
#include "runtime/process/exit_status.h"
#include "runtime/session/direct/direct_process.h"
#include "runtime/session/direct/rodata_copy.h"
#include "runtime/session/direct/vdso.h"
#include "runtime/session/direct/verify_memfd.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"

static uint64_t page_up(uint64_t bytes)
{
	return (bytes + DIRECT_PAGE_BYTES - 1) & -(uint64_t)DIRECT_PAGE_BYTES;
}

/* ------------------------------------------------------------------- files */

static int open_files(struct direct_process *process)
{
	process->data_fd =
		memfd_open(process->pid, process->data_addr, DIRECT_DATA_BYTES);
	if (process->data_fd < 0)
		return process->data_fd;
	process->code_fd =
		memfd_open(process->pid, process->code_addr, DIRECT_CODE_BYTES);
	if (process->code_fd < 0)
		return process->code_fd;
	if (flock(process->data_fd, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK ? -EBUSY : -errno;
	return 0;
}

/* ------------------------------------------------------------------ memory */

static void *map_file(int fd, uint64_t off, uint64_t bytes)
{
	void *mem = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			 (off_t)off);

	return mem == MAP_FAILED ? NULL : mem;
}

/* The end of what was given out, as far as that can be believed. */
static uint64_t used_bytes(uint64_t said, uint64_t least, uint64_t most)
{
	return said < least ? least : said > most ? most : page_up(said);
}

static int take_data(struct direct_process *process)
{
	uint64_t bytes = process->mem_bytes, used;
	int fd = process->data_fd;

	process->area = map_file(fd, 0, sizeof(*process->area));
	if (!process->area)
		return -errno;
	for (int i = 0; i < DIRECT_HOOK_MAX; i++)
		__atomic_store_n(&process->area->hooks[i], 0, __ATOMIC_RELEASE);
	used = used_bytes(process->area->data_used, DIRECT_PAGE_BYTES,
			  DIRECT_DATA_BYTES);
	if (bytes > DIRECT_DATA_BYTES - used)
		return -ENOSPC;
	/* the pages of tracers that were killed, which gave nothing back */
	if (used > DIRECT_PAGE_BYTES)
		(void)fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
				DIRECT_PAGE_BYTES,
				(off_t)(used - DIRECT_PAGE_BYTES));
	/* dtrace's memory, not the program's: its limits are not touched */
	if (fallocate(fd, 0, (off_t)used, (off_t)bytes))
		return -errno;
	process->mem_off = used;
	process->mem = map_file(fd, used, bytes);
	if (!process->mem)
		return -errno;
	process->area->data_used = used + bytes;
	return 0;
}

void direct_give_back(const struct direct_process *process)
{
	if (process->mem_off)
		(void)fallocate(process->data_fd,
				FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
				(off_t)process->mem_off,
				(off_t)process->mem_bytes);
}

/*
 * BEGIN, which has ended, has given them the values that clauses may read.
 * Counters begin with 0, because what is in them at the end is added to the
 * kernel's (direct_total_counters).
 */
static void copy_globals(const struct direct_process *process)
{
	const struct session *session = process->session;
	const struct shared_memory_plan *plan = process->plan;
	const struct gen_result *gen = plan->gen;
	uint8_t *to = (uint8_t *)process->mem + plan->globals;

	if (!plan->globals)
		return;
	memcpy(to, session->loaded.maps.by_role[MAP_GLOBALS].mem,
	       gen->global_bytes);
	for (size_t i = 0; i < gen->counter_offs.cnt; i++)
		memset(to + gen->counter_offs.v[i], 0, sizeof(uint64_t));
}

/* -------------------------------------------------------------------- code */

/* What all hooks of the process have in common, and the text so far. */
struct making {
	struct direct_process *process;
	const struct usdt_direct *directs;
	size_t direct_cnt;
	struct direct_target target;
	const char *no_tid; /* why no hook can know its thread; or NULL */
	uint64_t end; /* offset in the code file */
	uint64_t hooks[DIRECT_HOOK_MAX];
};

static int put_code(struct making *making, const void *bytes, size_t cnt)
{
	ssize_t put;

	if (cnt > DIRECT_CODE_BYTES - making->end)
		return -ENOSPC;
	put = pwrite(making->process->code_fd, bytes, cnt, (off_t)making->end);
	if (put != (ssize_t)cnt)
		return put < 0 ? -errno : -ENOSPC;
	making->end = (making->end + cnt + 63) & ~UINT64_C(63);
	return 0;
}

static bool is_of(const struct direct_process *process,
		  const struct usdt_direct *direct)
{
	return direct->note == process->note &&
		usdt_direct_is_in(direct, process->file_idx, process->pid);
}

/* Whether its hook has to know which thread it is in. */
static bool uses_tid(const struct usdt_direct *direct)
{
	return direct->self_group || direct->reads_tid;
}

static bool needs_tid(const struct making *making)
{
	for (size_t i = 0; i < making->direct_cnt; i++) {
		const struct usdt_direct *direct = &making->directs[i];

		if (is_of(making->process, direct) && uses_tid(direct))
			return true;
	}
	return false;
}

static int begin_code(struct making *making)
{
	struct direct_process *process = making->process;
	size_t cnt;
	const void *native = direct_native_bytes(&cnt);

	making->end =
		used_bytes(process->area->code_used, 0, DIRECT_CODE_BYTES);
	making->target.native_addr = process->code_addr + making->end;
	making->target.tgid = (uint32_t)process->pid;
	making->target.clock_addr = vdso_clock_addr(process->pid);
	making->target.constants = process->constants;
	if (direct_may_exit(process))
		making->target.exit_addr = process->note->alive_pc_vaddr +
					   process->load_bias;
	shared_memory_target(process->plan,
			     process->data_addr + process->mem_off,
			     &making->target);
	if (needs_tid(making) &&
	    self_threads_tid_off(process->pid, &making->target.tid_off,
				 &making->no_tid) == -ESRCH)
		return -ESRCH;
	return put_code(making, native, cnt);
}

static int generate(const struct making *making,
		    const struct usdt_direct *direct, struct code *code)
{
	const struct session *session = making->process->session;
	struct usdt_direct_at at = {
		.state = session->matched.providers[PROVIDER_usdt],
		.pid = making->process->pid,
		.tells_end = making->target.exit_addr,
	};
	struct probe_abi abi;

	usdt_direct_abi(&at, direct, &abi);
	return gen_again(session->generated.gen, direct->prog_id, &abi, code);
}

static void say_why(const struct making *making,
		    const struct usdt_direct *direct, const char *why)
{
	const struct direct_process *process = making->process;

	/* of a process that has just ended, nothing can be read */
	if (process->session->options.value[OPT_verbose] &&
	    !process_has_ended(process->pidfd))
		session_say("%s%d:::%s is traced through the kernel: %s",
			    direct->note->provider->name, (int)process->pid,
			    direct->note->provider->probes[direct->hook].name,
			    why);
}

/*
 * The clauses of ERROR run in the hook where a clause faults. Their arguments
 * are not those of the probe: a string there is one that the kernel has to read.
 */
static const char *error_objection(const struct making *making)
{
	struct session *session = making->process->session;
	const struct gen_result *gen = session->generated.result;
	const struct gen_prog *prog = &gen->progs.v[gen->error_prog_id];

	for (size_t i = 0; i < prog->clause_cnt; i++) {
		const char *name = clause_needs_kernel(prog->clauses[i],
						       &session->arena);

		if (!name && clause_string_args(prog->clauses[i]))
			name = "copyinstr()";
		if (name)
			return arena_printf(
				&session->arena,
				"in a clause of ERROR, %s needs the "
				"kernel",
				name);
	}
	return NULL;
}

static int put_hook(struct making *making, const struct usdt_direct *direct,
		    const struct code *code)
{
	const struct gen_result *gen =
		making->process->session->generated.result;
	struct direct_process *process = making->process;
	struct direct_text text = { 0 };
	uint64_t addr = process->code_addr + making->end;
	int err;

	/* a second one would take all firings from the first */
	if (making->hooks[direct->hook])
		return -EEXIST;
	making->target.code_addr = addr;
	making->target.string_args = direct->string_args;
	making->target.selfs.group = direct->self_group;
	making->target.selfs.needs_values = direct->needs_selfs;
	making->target.stub_addr = direct->note->stub_vaddr +
		process->load_bias + direct->hook * DIRECT_STUB_BYTES;
	err = direct_translate(code, &making->target, &text);
	if (err)
		say_why(making, direct, text.why ? text.why : strerror(-err));
	else
		err = put_code(making, text.bytes, text.cnt);
	if (!err) {
		making->hooks[direct->hook] = addr;
		process->hook_cnt++;
		pump_add_probe(&process->pump, direct->prog_id, direct->tag);
		if (code->has_error)
			pump_add_probe(&process->pump, gen->error_prog_id,
				       gen->error_tag);
	}
	direct_text_deinit(&text);
	return err == -EOPNOTSUPP || err == -EINVAL ? 0 : err;
}

static int make_hook(struct making *making, const struct usdt_direct *direct)
{
	const char *why = NULL;
	struct code code = { 0 };
	int err = 0;

	if (direct->string_args && !making->process->constants.bytes)
		why = making->process->no_constants;
	else if (uses_tid(direct) && making->no_tid)
		why = making->no_tid;
	else if (direct->self_group && !making->target.selfs.table_addr)
		why = "its self-> variables take more than 1,008 bytes";
	else if (generate(making, direct, &code))
		why = "its clauses are too large";
	else if (code.has_error)
		why = error_objection(making);
	if (why)
		say_why(making, direct, why);
	else
		err = put_hook(making, direct, &code);
	code_deinit(&code);
	return err;
}

/* Whether a probe of the group is left to the kernel. */
static bool lacks_hook(const struct making *making, uint32_t group)
{
	for (size_t i = 0; i < making->direct_cnt; i++) {
		const struct usdt_direct *direct = &making->directs[i];

		if (direct->self_group == group &&
		    is_of(making->process, direct) &&
		    !making->hooks[direct->hook])
			return true;
	}
	return false;
}

/* All probes that share self-> variables go the same way. */
static void drop_lone_hooks(struct making *making)
{
	for (size_t i = 0; i < making->direct_cnt; i++) {
		const struct usdt_direct *direct = &making->directs[i];

		if (!direct->self_group || !is_of(making->process, direct) ||
		    !making->hooks[direct->hook] ||
		    !lacks_hook(making, direct->self_group))
			continue;
		making->hooks[direct->hook] = 0;
		making->process->hook_cnt--;
		say_why(making, direct,
			"a probe that shares its self-> variables is");
	}
}

static int make_hooks(struct making *making)
{
	struct direct_process *process = making->process;
	int err = begin_code(making);

	for (size_t i = 0; i < making->direct_cnt && !err; i++) {
		const struct usdt_direct *direct = &making->directs[i];

		if (is_of(making->process, direct))
			err = make_hook(making, direct);
	}
	drop_lone_hooks(making);
	process->area->code_used = making->end;
	return err;
}

/* ------------------------------------------------------------------- alive */

bool direct_may_exit(const struct direct_process *process)
{
	const struct session *session = process->session;
	size_t cnt;
	const struct usdt_direct *directs =
		usdt_directs(session->matched.providers[PROVIDER_usdt], &cnt);

	for (size_t i = 0; i < cnt; i++)
		if (is_of(process, &directs[i]) && directs[i].exits)
			return true;
	return false;
}

/*
 * The program at `alive`: where no probe of the process exits, nothing goes
 * there, and any that is loaded for it will do.
 */
static int alive_program(const struct direct_process *process)
{
	const struct session *session = process->session;
	void *usdt = session->matched.providers[PROVIDER_usdt];
	size_t cnt, i = 0;
	const struct usdt_direct *directs = usdt_directs(usdt, &cnt);

	if (direct_may_exit(process))
		return session->loaded.prog_fds[usdt_direct_exit_prog(usdt)];
	while (i + 1 < cnt && !is_of(process, &directs[i]))
		i++;
	return session->loaded.prog_fds[directs[i].prog_id];
}

int direct_let_live(struct direct_process *process)
{
	const struct session *session = process->session;
	struct kern_site site = {
		.fileoff = process->note->alive_pc_fileoff,
		.sema_fileoff = process->note->alive_sema_fileoff,
		.cookie = (uint64_t)process->pid << 32,
	};
	struct kern_log log = { 0 };
	char path[32];
	struct kern_uprobe req = {
		.prog_fd = alive_program(process),
		.path = path,
		.pid = process->pid,
		.sites = &site,
		.site_cnt = 1,
		/* a program that it becomes arrives anew */
		.is_aside = true,
		.ends_with_process = true,
	};
	int err;

	if (process->is_alive)
		return 0;
	snprintf(path, sizeof(path), "/proc/self/fd/%d",
		 usdt_direct_fd(session->matched.providers[PROVIDER_usdt],
				process->file_idx));
	err = kern_uprobe_attach(session->loaded.links, &req, NULL, NULL, &log);
	kern_log_deinit(&log);
	process->is_alive = !err;
	return err;
}

static int set_hooks(const struct making *making)
{
	struct direct_process *process = making->process;
	struct self_table *selfs = shared_memory_selfs(&process->pump.shared);
	int err;

	for (int i = 0; i < DIRECT_HOOK_MAX; i++)
		__atomic_store_n(&process->area->hooks[i], making->hooks[i],
				 __ATOMIC_RELEASE);
	err = direct_let_live(process);
	if (!err && selfs)
		__atomic_store_n(&selfs->is_ready, 1, __ATOMIC_RELEASE);
	for (int i = 0; err && i < DIRECT_HOOK_MAX; i++)
		__atomic_store_n(&process->area->hooks[i], 0, __ATOMIC_RELEASE);
	return err;
}

int direct_install(struct direct_process *process, struct local_ring *feeds)
{
	struct making making = { .process = process };
	int err = open_files(process);

	if (!err)
		err = take_data(process);
	if (err)
		return err;
	copy_globals(process);
	pump_init(&process->pump, process->session, process->plan, process->mem,
		  process->pid, feeds);
	process->has_pump = true;
	pump_follow(&process->pump);
	rodata_copy(process);
	making.directs =
		usdt_directs(process->session->matched.providers[PROVIDER_usdt],
			     &making.direct_cnt);
	err = make_hooks(&making);
	if (!err)
		err = process->hook_cnt ? set_hooks(&making) : -ENOTSUP;
	free((void *)making.target.places);
	return err;
}
