#!/usr/sbin/dtrace -s
/*
 * CPU time and elapsed time: a sleep takes elapsed time, but no CPU time.
 * @trigger work nap:3:5000
 */
#pragma D option quiet

syscall::clock_nanosleep:entry
/pid == $target/
{
	self->ts = timestamp;
	self->vts = vtimestamp;
}

syscall::clock_nanosleep:return
/self->ts/
{
	elapsed_ns += timestamp - self->ts;
	cpu_ns += vtimestamp - self->vts;
	@n[probefunc] = count();
	self->ts = 0;
	self->vts = 0;
}

END
{
	printa("%s %@d\n", @n);
	printf("at least 15 ms elapsed: %d, less on the CPU: %d\n", elapsed_ns >= 15000000, cpu_ns < elapsed_ns);
}
