/*
 * A context switch fires in the thread that leaves the CPU, while it is still
 * the current one: it is asleep already (TASK_INTERRUPTIBLE), and on its stack
 * in the kernel is what it waits in.
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
