/*
 * A thread that could go on, but leaves its CPU to another, is preempted;
 * usually on the return from a timer interrupt to the program. The kernel
 * counts the same number.
 * @trigger spins
 */
#pragma D option quiet

syscall::sched_get_priority_max:entry
/progenyof($target)/
{
	self->spins = 1;
	self->before = curthread->nivcsw;
	self->cnt = 0;
}

sched:::preempt
/self->spins/
{
	self->cnt++;
}

syscall::sched_get_priority_min:entry
/self->spins/
{
	self->spins = 0;
	some += self->cnt > 5;
	same += self->cnt == curthread->nivcsw - self->before;
}

END
{
	printf("processes that are preempted: %d, as often as the kernel says: %d", some, same);
}
