#!/usr/sbin/dtrace -s
/*
 * The calls of kill(2) with their results.
 * @trigger work nobody:2 signal:1
 */
#pragma D option quiet

syscall::kill:entry
/pid == $target/
{
	self->target = (int)arg0;
	self->signal = (int)arg1;
	self->in = 1;
}

syscall::kill:return
/self->in/
{
	printf("%s sent %d to %s: %s\n", execname, self->signal,
	    self->target == pid ? "itself" : lltostr(self->target), errno ? "failed" : "done");
	self->target = 0;
	self->signal = 0;
	self->in = 0;
}
