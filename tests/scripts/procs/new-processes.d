#!/usr/sbin/dtrace -s
/*
 * Processes that start and end, with their statuses.
 * @trigger work fork:4
 */
#pragma D option quiet

proc:::create
/pid == $target/
{
	@made[execname, args[0]->pr_ppid == pid] = count();
}

proc:::start
/ppid == $target/
{
	self->start = timestamp;
}

proc:::exit
/self->start/
{
	@ended[execname, arg0 == CLD_EXITED ? "exited" : "killed", timestamp > self->start] = count();
	self->start = 0;
}

END
{
	printa("made by %s, whose child it is (%d): %@d\n", @made);
	printa("%s %s, lived (%d): %@d\n", @ended);
}
