/*
 * A context switch fires in the thread that leaves the CPU, while it is still
 * the current one: it is already asleep (TASK_INTERRUPTIBLE), and its kernel
 * stack contains the function in which it waits.
 * @trigger counts context_switches 30
 */
#pragma D option quiet

self int on;

syscall::getppid:entry
/pid == $target/
{
	self->on = !self->on;
}

cpc:::context_switches-all-1
/self->on/
{
	@[probename, curthread->__state & 1, arg0 != 0, arg1, ipl, execname] = max(1);
}
