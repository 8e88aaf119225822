/*
 * Trace events with the fields of their records: strings, arrays of
 * characters, numbers; several with different fields in one clause.
 * @trigger family
 */
#pragma D option quiet

sdt:sched::sched_process_fork
/args[1] == $target/
{
	@["fork", args[0] == execname, args[2], arg1 == pid, arg3 != pid] = count();
}

sdt:::sched_process_exec
/args[1] == tid && progenyof($target) && (execname == "family" || execname == "exe")/
{
	@files[basename(args[0]), stringof(arg0) == args[0], arg1 == args[2]] = count();
}

sdt:signal::signal_generate
/pid == $target && args[4] == pid/
{
	@signals[args[0], args[3], strlen(args[3]), sizeof(args[3]), args[5], args[6]] = count();
	@first[args[3][0], args[3][5], *(char *)(arg3 + 1)] = count();
}

sdt:sched::sched_process_fork, sdt:sched::sched_process_exec, sdt:signal::signal_d*
/progenyof($target) && (execname == "family" || execname == "exe")/
{
	@names[probeprov, probemod, probefunc, probename] = count();
}

