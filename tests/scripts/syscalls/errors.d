#!/usr/sbin/dtrace -s
/*
 * System calls that fail, with the error's name from a table that BEGIN fills.
 * @trigger work missing:3 mkdir:2 ioctl:4 nobody:1 stat:5
 */
#pragma D option quiet

BEGIN
{
	meaning[0] = "success";
	meaning[ENOENT] = "no such file";
	meaning[EEXIST] = "is there";
	meaning[ENOTTY] = "no terminal";
	meaning[ESRCH] = "no such process";
	printf("%16s %16s %4s %s\n", "program", "call", "no", "meaning, times");
}

syscall::openat:return,
syscall::open:return,
syscall::mkdirat:return,
syscall::ioctl:return,
syscall::kill:return,
syscall::newfstatat:return
/pid == $target && errno != 0/
{
	@[execname, probefunc, errno, meaning[errno]] = count();
}

END
{
	printa("%16s %16s %4d %s %@d\n", @);
}
