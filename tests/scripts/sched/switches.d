#!/usr/sbin/dtrace -s
/*
 * How often and for how long a thread leaves its CPU: each nap is one.
 * @trigger work pin nap:5:2000
 */
#pragma D option quiet

syscall::clock_nanosleep:entry /pid == $target/ { self->naps = 1; }
syscall::clock_nanosleep:return { self->naps = 0; }

sched:::off-cpu
/self->naps/
{
	self->ts = timestamp;
}

sched:::on-cpu
/self->ts/
{
	slept += timestamp - self->ts;
	@cnt = count();
	n++;
	self->ts = 0;
}

END
{
	printf("%s, %s\n", n >= 5 ? "each nap was seen" : "some naps are missing",
	    slept >= 5 * 2000000 ? "all of them 10 ms and more" : "too short");
	clear(@cnt);
	printa("%@d\n", @cnt);
}
