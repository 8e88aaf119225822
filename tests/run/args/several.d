/*
 * args[] of probes with some types in common: args[1] is char * here and const char * there.
 * @trigger lives
 * @lock lives
 */
#pragma D option quiet

syscall::read:entry,
syscall::write:entry
/pid == $target && args[2] == 1000/
{
	@[probefunc] = sum(args[2]);
}

/* one of them has one more argument */
sched:::enqueue, sched:::dequeue
/args[2]->cpu_id < 0/
{
	printf("wrong");
}
