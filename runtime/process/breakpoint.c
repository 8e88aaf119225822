/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/process/breakpoint.h"

#include <errno.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/user.h>

/* -------------------------------------------------------------- the machine */

#if defined(__x86_64__)

enum { DR_CONTROL = 7, DR_ENABLE_FIRST = 1 };
/* after int3 the pc is past it */
enum { TRAP_INSN = 0xcc, TRAP_MASK = 0xff, TRAP_BYTES = 1 };

static int set_debug_reg(pid_t pid, size_t idx, uint64_t value)
{
	size_t off = offsetof(struct user, u_debugreg) + idx * sizeof(value);

	return ptrace(PTRACE_POKEUSER, pid, (void *)off, (void *)value) ?
		       -errno : 0;
}

static int set_hardware(pid_t pid, uint64_t uaddr)
{
	int err = set_debug_reg(pid, DR_CONTROL, 0);

	if (!err)
		err = set_debug_reg(pid, 0, uaddr);
	return err || !uaddr ? err : set_debug_reg(pid, DR_CONTROL, DR_ENABLE_FIRST);
}

static int read_regs(pid_t pid, uint64_t *pc, uint64_t *arg)
{
	struct user_regs_struct regs;

	if (ptrace(PTRACE_GETREGS, pid, NULL, &regs))
		return -errno;
	*pc = regs.rip;
	*arg = regs.rdi;
	return 0;
}

static int set_pc(pid_t pid, uint64_t pc)
{
	return ptrace(PTRACE_POKEUSER, pid,
		      (void *)offsetof(struct user, regs.rip), (void *)pc) ?
		       -errno : 0;
}

#else

enum { TRAP_INSN = 0, TRAP_MASK = 0, TRAP_BYTES = 0 };

static int set_hardware(pid_t pid, uint64_t uaddr)
{
	(void)pid;
	(void)uaddr;
	return -ENOTSUP;
}

static int read_regs(pid_t pid, uint64_t *pc, uint64_t *arg)
{
	(void)pid;
	(void)pc;
	(void)arg;
	return -ENOTSUP;
}

static int set_pc(pid_t pid, uint64_t pc)
{
	(void)pid;
	(void)pc;
	return -ENOTSUP;
}

#endif

/* ----------------------------------------------------- in place of the text */

static int write_text(pid_t pid, uint64_t uaddr, long text)
{
	return ptrace(PTRACE_POKETEXT, pid, (void *)uaddr, (void *)text) ?
		       -errno : 0;
}

static int set_software(struct breakpoint *bp, pid_t pid, uint64_t uaddr)
{
	int err;

	if (bp->uaddr) {
		err = write_text(pid, bp->uaddr, bp->text);
		if (err)
			return err;
		bp->uaddr = 0;
	}
	if (!uaddr)
		return 0;
	errno = 0;
	bp->text = ptrace(PTRACE_PEEKTEXT, pid, (void *)uaddr, NULL);
	if (errno)
		return -errno;
	/*
	 * the kernel would take our breakpoint for that of the probe, and not
	 * stop
	 */
	if ((bp->text & TRAP_MASK) == TRAP_INSN)
		return -EEXIST;
	err = write_text(pid, uaddr, (bp->text & ~(long)TRAP_MASK) | TRAP_INSN);
	if (!err)
		bp->uaddr = uaddr;
	return err;
}

/* ---------------------------------------------------------------- the public */

int breakpoint_set(struct breakpoint *bp, pid_t pid, uint64_t uaddr)
{
	int err;

	if (bp->is_software)
		return set_software(bp, pid, uaddr);
	err = set_hardware(pid, uaddr);
	if (!err)
		bp->uaddr = uaddr;
	return err;
}

int breakpoint_is_hit(struct breakpoint *bp, pid_t pid, uint64_t *arg)
{
	uint64_t pc, uaddr = bp->uaddr;
	int err = read_regs(pid, &pc, arg);

	if (!err && pc != uaddr + (bp->is_software ? TRAP_BYTES : 0))
		return 0;
	if (!err)
		err = breakpoint_set(bp, pid, 0);
	if (!err && bp->is_software)
		err = set_pc(pid, uaddr);
	return err ? err : 1;
}

int breakpoint_remove_from(struct breakpoint *bp, pid_t process, pid_t pid)
{
	int err;

	if (!bp->is_software || !bp->uaddr)
		return 0;
	err = write_text(pid, bp->uaddr, bp->text);
	/* unless both share their memory: then it is removed from both */
	return err ? err :
		     write_text(process, bp->uaddr,
				(bp->text & ~(long)TRAP_MASK) | TRAP_INSN);
}

int breakpoint_read_pc(pid_t pid, uint64_t *pc)
{
	uint64_t arg;

	return read_regs(pid, pc, &arg);
}
