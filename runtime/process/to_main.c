/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Three stops: the exec; the program's entry, when the linker has mapped and
 * initialised the libraries; main(). The address of main() is in the symbol
 * table. A stripped program passes it to __libc_start_main() of its libc as the
 * first argument, which takes one more stop.
 *
 *	exec -> entry ----------------------> main
 *	          `-> __libc_start_main --^
 *
 * Other signals that arrive meanwhile are delivered to the process.
 */
#include "runtime/process/to_main.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <elf.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/system/end_signals.h"
#include "runtime/process/breakpoint.h"
#include "runtime/process/elf_symbol.h"
#include "sdt/file.h"
#include "sdt/maps.h"

static const long OPTIONS = PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;

/* ------------------------------------------------------------------- stops */

static void add_unless_ignored(sigset_t *set, int number)
{
	struct sigaction action;

	if (!sigaction(number, NULL, &action) && action.sa_handler != SIG_IGN)
		sigaddset(set, number);
}

/*
 * Waits for the child's next change of state. Returns 0 or -errno, -EINTR if
 * the user interrupts. It may take any time, and the signals that end dtrace
 * are blocked while a session begins.
 */
static int wait_change(pid_t pid, int *status)
{
	sigset_t set, before;
	pid_t got;
	int err = 0;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (int i = 0; i < END_SIGNAL_CNT; i++)
		add_unless_ignored(&set, end_signals[i]);
	sigprocmask(SIG_BLOCK, &set, &before);
	while (!err && !(got = waitpid(pid, status, __WALL | WNOHANG))) {
		int number = 0;

		sigwait(&set, &number);
		err = number == SIGCHLD ? 0 : -EINTR;
	}
	if (!err && got < 0)
		err = -errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return err;
}

static int wait_status(struct process *proc, int *status)
{
	int err = wait_change(proc->pid, status);

	if (err || WIFSTOPPED(*status))
		return err;
	proc->has_ended = true;
	proc->wait_status = *status;
	return -ESRCH;
}

/*
 * Continues after a stop that dtrace did not cause (0: there was none): with
 * the signal that caused it, or without, if another process wants it stopped.
 */
static int go_on(pid_t pid, int status, enum __ptrace_request request)
{
	int event = status >> 16, number = WSTOPSIG(status);
	bool stays = event == PTRACE_EVENT_STOP && number != SIGTRAP;

	return ptrace(stays ? PTRACE_LISTEN : request, pid, NULL,
		      (void *)(long)(event ? 0 : number)) ? -errno : 0;
}

static int wait_exec(struct process *proc)
{
	int status, err = wait_status(proc, &status);

	while (!err && status >> 8 != (SIGTRAP | PTRACE_EVENT_EXEC << 8)) {
		err = go_on(proc->pid, status, PTRACE_CONT);
		if (!err)
			err = wait_status(proc, &status);
	}
	return err;
}

/* One instruction, or up to a breakpoint. */
static int step(struct process *proc)
{
	int status = 0, err;

	do {
		err = go_on(proc->pid, status, PTRACE_SINGLESTEP);
		if (!err)
			err = wait_status(proc, &status);
	} while (!err && status >> 8 != SIGTRAP);
	return err;
}

/* Breakpoints in the text are inherited by children. */
static int use_software(const struct process *proc, struct breakpoint *bp)
{
	const long forks = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
			   PTRACE_O_TRACECLONE;

	bp->is_software = true;
	return ptrace(PTRACE_SETOPTIONS, proc->pid, NULL,
		      (void *)(OPTIONS | forks)) ? -errno : 0;
}

/*
 * Whether the processor stops at its own breakpoints: sets one at the next
 * instruction and steps; then either nothing or the instruction has been
 * executed. It may have none left: watches of mib and debuggers use them, too.
 */
static int try_breakpoint(struct process *proc, struct breakpoint *bp)
{
	uint64_t before = 0, after = 0;
	int err = step(proc); /* leaves the stop at the exec */

	if (!err)
		err = breakpoint_read_pc(proc->pid, &before);
	if (!err)
		err = breakpoint_set(bp, proc->pid, before);
	if (err == -ENOSPC)
		return use_software(proc, bp);
	if (!err)
		err = step(proc);
	if (!err)
		err = breakpoint_read_pc(proc->pid, &after);
	if (!err)
		err = breakpoint_set(bp, proc->pid, 0);
	return err || before == after ? err : use_software(proc, bp);
}

/* Releases a child that the process forked, without the breakpoint. */
static int leave_fork(struct process *proc, struct breakpoint *bp)
{
	unsigned long pid;
	int status, err;

	if (ptrace(PTRACE_GETEVENTMSG, proc->pid, NULL, &pid))
		return -errno;
	if (waitpid((pid_t)pid, &status, __WALL) < 0 || !WIFSTOPPED(status))
		return 0;
	err = breakpoint_remove_from(bp, proc->pid, (pid_t)pid);
	ptrace(PTRACE_DETACH, (pid_t)pid, NULL, NULL);
	return err;
}

static bool is_fork(int status)
{
	int event = status >> 16;

	return event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK ||
	       event == PTRACE_EVENT_CLONE;
}

/* Runs the process up to @uaddr; *@arg is the first argument there. */
static int run_to(struct process *proc, struct breakpoint *bp, uint64_t uaddr,
		  uint64_t *arg)
{
	int status = 0, hit = 0, err = breakpoint_set(bp, proc->pid, uaddr);

	while (!err && !hit) {
		err = go_on(proc->pid, status, PTRACE_CONT);
		if (!err)
			err = wait_status(proc, &status);
		if (!err && is_fork(status))
			err = leave_fork(proc, bp);
		if (!err && status >> 8 == SIGTRAP)
			hit = breakpoint_is_hit(bp, proc->pid, arg);
		if (hit < 0)
			err = hit;
	}
	return err;
}

/* --------------------------------------------------------------- addresses */

static int open_of(pid_t pid, const char *name)
{
	_cleanup_free_ char *path = xasprintf("/proc/%d/%s", pid, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

/* Reads the program's entry (AT_ENTRY). -ENOENT: it is not a 64-bit program. */
static int read_entry(pid_t pid, uint64_t *uaddr)
{
	_cleanup_close_ int fd = open_of(pid, "auxv");
	Elf64_auxv_t aux;

	if (fd < 0)
		return fd;
	while (read(fd, &aux, sizeof(aux)) == sizeof(aux)) {
		if (aux.a_type != AT_ENTRY)
			continue;
		*uaddr = aux.a_un.a_val;
		return 0;
	}
	return -ENOENT;
}

/* The address of main() of the program whose entry is @entry, or 0. */
static uint64_t find_main(pid_t pid, uint64_t entry)
{
	_cleanup_close_ int fd = open_of(pid, "exe");
	uint64_t vaddr;
	Elf64_Ehdr header;

	if (fd < 0 || pread(fd, &header, sizeof(header), 0) != sizeof(header))
		return 0;
	vaddr = elf_symbol_value_in(fd, SHT_SYMTAB, STT_FUNC, "main");
	return vaddr ? vaddr + (entry - header.e_entry) : 0;
}

static bool find_start_in(pid_t pid, const struct sdt_maps_line *line,
			  uint64_t *uaddr)
{
	_cleanup_close_ int fd = -1;
	char path[SDT_MAPPED_PATH_BYTES];
	struct sdt_file *file = NULL;
	const char *why;
	uint64_t vaddr, bias;
	bool is_found;

	sdt_mapped_path(path, pid, line->start_uaddr, line->end_uaddr);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	vaddr = elf_symbol_value_in(fd, SHT_DYNSYM, STT_FUNC,
				    "__libc_start_main");
	if (!vaddr || sdt_file_open_fd(fd, 0, &file, &why))
		return false;
	is_found = !sdt_file_bias(file, line->start_uaddr, line->fileoff, &bias);
	sdt_file_close(file);
	*uaddr = vaddr + bias;
	return is_found;
}

/* The address of __libc_start_main() of the mapped libc, or 0. */
static uint64_t find_start(pid_t pid)
{
	struct sdt_maps maps = { 0 };
	struct sdt_maps_line line;
	uint64_t uaddr = 0;
	size_t pos = 0;
	bool is_found = false;

	if (!sdt_maps_read(&maps, pid))
		while (!is_found && sdt_maps_next(&maps, &pos, &line))
			is_found = line.is_exec && line.ino &&
				   find_start_in(pid, &line, &uaddr);
	sdt_maps_deinit(&maps);
	return is_found ? uaddr : 0;
}

/* ------------------------------------------------------------------ the way */

static int start(struct process *proc)
{
	int err = 0;

	if (ptrace(PTRACE_SEIZE, proc->pid, NULL, (void *)OPTIONS))
		return -errno;
	if (write(proc->go_fd, "g", 1) != 1)
		err = -errno;
	close(proc->go_fd);
	proc->go_fd = -1;
	proc->is_stopped = true;
	return err ? err : wait_exec(proc);
}

static int find_and_run(struct process *proc, const char **why_ret)
{
	struct breakpoint bp = { 0 };
	uint64_t entry = 0, first, main_uaddr, start_uaddr, arg;
	int err = read_entry(proc->pid, &entry);

	if (err == -ENOENT)
		*why_ret = "it is not a 64-bit program";
	if (!err)
		err = breakpoint_read_pc(proc->pid, &first);
	if (!err)
		err = try_breakpoint(proc, &bp);
	/* a static program begins there, and has gone on by now */
	if (!err && first != entry)
		err = run_to(proc, &bp, entry, &arg);
	if (err)
		return err;
	main_uaddr = find_main(proc->pid, entry);
	if (!main_uaddr) {
		start_uaddr = find_start(proc->pid);
		if (!start_uaddr) {
			*why_ret = "it has no symbol main, and no libc through "
				   "which it could be found";
			return -ENOENT;
		}
		err = run_to(proc, &bp, start_uaddr, &main_uaddr);
	}
	return err ? err : run_to(proc, &bp, main_uaddr, &arg);
}

int process_run_to_main(struct process *proc, const char **why_ret)
{
	int err = start(proc);

	*why_ret = NULL;
	if (!err)
		err = find_and_run(proc, why_ret);
	if (err && !*why_ret)
		*why_ret = proc->has_ended ? "it ended before main()" :
			   err == -ENOTSUP ?
			   "breakpoints are not supported on this machine" :
			   err == -EEXIST ?
			   "another tracer has a probe on the way to main(), and the "
			   "processor's own breakpoints do not work on this machine" :
			   strerror(-err);
	return err;
}

int process_leave_main(struct process *proc)
{
	proc->is_stopped = false;
	return ptrace(PTRACE_DETACH, proc->pid, NULL, NULL) ? -errno : 0;
}

void process_end_at_main(struct process *proc)
{
	if (!proc->has_ended) {
		kill(proc->pid, SIGKILL);
		waitpid(proc->pid, NULL, __WALL);
	}
	proc->is_stopped = false;
}
