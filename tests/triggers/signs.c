// SPDX-License-Identifier: BSD-2-Clause
/*
 * signs: system calls with negative arguments, all of which fail.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	enum { NOBODY = -99999 };

	/* as the compiler passes an int: the upper half of the register is 0 */
	syscall(SYS_kill, (unsigned int)NOBODY, 0);
	syscall(SYS_lseek, (unsigned int)-1, -5L, (unsigned int)-7);
	syscall(SYS_openat, (unsigned int)-2, "no such file", (unsigned int)O_RDONLY);
	syscall(SYS_wait4, (unsigned int)NOBODY, 0L, (unsigned int)WNOHANG, 0L);
	return 0;
}
