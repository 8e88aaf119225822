#!/usr/sbin/dtrace -s
/*
 * Time in the run queue of one process: each wait ends.
 * @trigger work pin nap:3:1000
 */
#pragma D option quiet

sched:::enqueue
/args[1]->pr_pid == $target/
{
	ready[args[0]->pr_lwpid, args[1]->pr_pid] = timestamp;
}

sched:::dequeue
/ready[args[0]->pr_lwpid, args[1]->pr_pid]/
{
	this->ns = timestamp - ready[args[0]->pr_lwpid, args[1]->pr_pid];
	ready[args[0]->pr_lwpid, args[1]->pr_pid] = 0;
	waits++;
	negative += (int64_t)this->ns < 0;
	@["wait, us"] = quantize(this->ns / 1000);
}

END
{
	trunc(@);
	printf("%s, %d of them negative\n", waits >= 3 ? "at least the three naps" : "some are missing", negative);
}
