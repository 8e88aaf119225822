#!/usr/sbin/dtrace -s
/*
 * The same by an inline with a chain of ?:, and the result beside the error.
 * @trigger work missing:2 nobody:3
 */
#pragma D option quiet

inline string describe[int e] =
	e == EPERM ? "EPERM" :
	e == ENOENT ? "ENOENT" :
	e == ESRCH ? "ESRCH" :
	e == EINTR ? "EINTR" :
	"other";

syscall::kill:return,
syscall::openat:return
/pid == $target && errno/
{
	printf("%s: %s (result %d)\n", probefunc, describe[errno], (int)arg0);
}
