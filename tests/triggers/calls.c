// SPDX-License-Identifier: BSD-2-Clause
/*
 * calls N [open]: N rounds of system calls that programs hardly make, their sixth
 * argument MAGIC so that they are told from all others:
 *
 *	sched_get_priority_max(i % 3)		99, 0 and -EINVAL in turn
 *	sched_get_priority_min(0)		0
 *	process_vm_readv(1, -2, 3, -4, 5, MAGIC)	-EINVAL
 *	1000(7)					-ENOSYS: no such call
 *
 * then openat of the path "/nowhere/" and N "x", with MAGIC, too (asked for it,
 * and on x86, by the call open());
 * getppid(0, 0, 0, 0, 0, 0), so that MAGIC does not stay in its register; and a
 * call of the 32-bit kind, whose number means another call here.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAGIC 0x5ca11L

#if defined(__x86_64__)
static sigjmp_buf no_such_calls;

static void on_signal(int sig)
{
	(void)sig;
	siglongjmp(no_such_calls, 1);
}

/* 20 is getpid() there and writev() here; some kernels refuse it. */
static void call_32bit(void)
{
	long result = 20;

	signal(SIGSEGV, on_signal);
	if (!sigsetjmp(no_such_calls, 1))
		__asm__ volatile("int $0x80"
				 : "+a"(result)
				 :
				 : "r8", "r9", "r10", "r11", "memory");
}
#else
static void call_32bit(void)
{
}
#endif

/* The path is on the stack and was just written, so its page is in memory. */
static void open_nowhere(int cnt, bool by_open)
{
	char path[64] = "/nowhere/";
	size_t len = strlen(path);

	for (int i = 0; i < cnt && len < sizeof(path) - 1; i++)
		path[len++] = 'x';
#ifdef SYS_open
	if (by_open) {
		syscall(SYS_open, path, 0L);
		return;
	}
#else
	(void)by_open;
#endif
	syscall(SYS_openat, (long)AT_FDCWD, path, 0L, 0L, 0L, MAGIC);
}

int main(int argc, char **argv)
{
	int cnt = argc > 1 ? atoi(argv[1]) : 1;

	for (int i = 0; i < cnt; i++) {
		syscall(SYS_sched_get_priority_max, (long)(i % 3 == 2 ? 77 : i % 3), 0L, 0L, 0L,
			0L, MAGIC);
		syscall(SYS_sched_get_priority_min, 0L, 0L, 0L, 0L, 0L, MAGIC);
		syscall(SYS_process_vm_readv, 1L, -2L, 3L, -4L, 5L, MAGIC);
		syscall(1000L, 7L, 0L, 0L, 0L, 0L, MAGIC);
	}
	open_nowhere(cnt, argc > 2);
	syscall(SYS_getppid, 0L, 0L, 0L, 0L, 0L, 0L);
	call_32bit();
	return 0;
}
