/*
 * ERROR clauses in programs at system calls, with keys of their own; the
 * columns of a record are those of ERROR, not of the call.
 * @trigger calls 3
 * @filter cpu pid sort
 */
syscall::sched_get_priority_max:entry
/pid == $target/
{
	@calls["before"] = count();
	trace(copyinstr(arg0));
}

syscall::sched_get_priority_max:entry
/pid == $target/
{
	@calls["after"] = count();
}

ERROR
{
	@faults[execname, pid == $target, arg2, arg4, arg5] = count();
	trace(arg5);
}
