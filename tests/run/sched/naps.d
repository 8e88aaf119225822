/*
 * A thread that sleeps and wakes 20 times. Other threads may take its CPU, so
 * preempt differs from run to run, but the sums that contain it do not. A timer that
 * moved to another CPU may wake a thread without the kernel's sched_waking and
 * sched_wakeup: wakeup, enqueue and dequeue are compared with the events themselves.
 * @trigger naps 20
 */
#pragma D option quiet

syscall::clock_nanosleep:entry
/pid == $target/
{
	self->napping = 1;
	napper = (int)tid;
}

syscall::clock_nanosleep:return
/self->napping/
{
	self->napping = 0;
	napper = 0;
}

sched:::sleep
/self->napping/
{
	@["sleep"] = count();
	sleeps++;
}

sched:::preempt
/self->napping/
{
	preempts++;
}

sched:::off-cpu
/self->napping/
{
	offs++;
	others += args[0]->pr_lwpid != tid && args[1]->pr_pid != pid;
}

sched:::wakeup
/napper && args[0]->pr_lwpid == napper/
{
	wakeups++;
}

rawtp:::sched_waking
/napper && ((struct task_struct *)arg0)->pid == napper/
{
	wakings++;
}

sched:::enqueue
/self->napping == 0 && napper && args[0]->pr_lwpid == napper/
{
	enqueues++;
}

rawtp:::sched_wakeup
/self->napping == 0 && napper && ((struct task_struct *)arg0)->pid == napper/
{
	queued++;
}

sched:::dequeue
/napper && args[0]->pr_lwpid == napper/
{
	dequeues++;
}

rawtp:::sched_switch
/napper && ((struct task_struct *)arg2)->pid == napper/
{
	runs++;
}

sched:::surrender
/pid == $target && arg0 == (int64_t)curthread/
{
	@["surrender"] = count();
}

END
{
	printf("off = sleep + preempt: %d, next is another: %d\n", offs == sleeps + preempts, others == offs);
	printf("each waking is a wakeup: %d\n", wakeups > 0 && wakeups == wakings);
	printf("each enqueue is one of a wakeup: %d\n", enqueues > 0 && enqueues == queued);
	printf("each dequeue is a switch: %d\n", dequeues > 0 && dequeues == runs);
}
