#!/usr/sbin/dtrace -s
/*
 * Only events below one function: system calls of step_open, not those of other functions.
 * @trigger work read:2:10 open:3 write:2:10
 */
pid$target:a.out:step_open:entry { self->on = 1; }
pid$target:a.out:step_open:return { self->on = 0; }

syscall:::entry
/self->on/
{
	@["in step_open", probefunc] = count();
}
