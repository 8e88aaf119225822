#!/usr/sbin/dtrace -s
/*
 * Arguments of execve(2) in the caller's memory: an array of pointers.
 * @trigger work exec:2
 */
#pragma D option quiet

syscall::execve:entry
/progenyof($target) && pid != $target/
{
	this->argv = (uintptr_t *)copyin(arg1, 2 * sizeof(uintptr_t));
	printf("%s: %s %s\n", copyinstr(arg0), copyinstr(this->argv[0]), copyinstr(this->argv[1]));
}
