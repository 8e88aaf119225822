/*
 * The kernel's stack at a tracepoint: it ends where the program entered the kernel.
 * @trigger work nap:3:1000
 * @awk /schedule/ { s = 1 } /nanosleep/ { n = 1 } END { print s, n }
 */
#pragma D option quiet

syscall::clock_nanosleep:entry /pid == $target/ { self->on = 1; }
syscall::clock_nanosleep:return { self->on = 0; }

sched:::sleep
/self->on/
{
	@[stack()] = count();
}
