#!/usr/sbin/dtrace -s
/*
 * System calls of a command and all its children, by progenyof.
 * @trigger work getppid:3 exec:2 fork:1
 */
#pragma D option quiet

syscall::exit_group:entry,
syscall::getppid:entry,
syscall::execve:return
/progenyof($target) && errno == 0/
{
	@[pid == $target ? "parent" : "child", probefunc] = count();
}
