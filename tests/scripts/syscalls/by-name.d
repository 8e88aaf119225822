#!/usr/sbin/dtrace -s
/*
 * Counts of system calls by name.
 * @trigger work read:20:1 write:10:1 getppid:30
 */
syscall::read:entry,
syscall::write:entry,
syscall::getppid:entry
/pid == $target/
{
	@[probefunc] = count();
}
