#!/usr/sbin/dtrace -s
/*
 * Threads that go to sleep, and the processes that wake them.
 * @trigger work nap:4:1000
 */
#pragma D option quiet

syscall::clock_nanosleep:entry /pid == $target/ { self->naps = 1; }
syscall::clock_nanosleep:return { self->naps = 0; }

sched:::sleep
/self->naps/
{
	@["sleeps", execname] = count();
}
