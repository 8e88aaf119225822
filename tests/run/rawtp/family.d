/*
 * Tracepoints with the kernel's types; several with different arguments in one clause.
 * @trigger family
 */
#pragma D option quiet

rawtp:sched::sched_process_fork
/pid == $target/
{
	@["fork", args[0]->pid == tid, args[1]->pid == args[1]->tgid] = count();
}

rawtp:::sched_process_exec
/args[0]->pid == tid && progenyof($target) && (execname == "family" || execname == "exe")/
{
	@files[basename(stringof(args[2]->filename)), arg1 == tid] = count();
}

rawtp:sched::sched_process_fork, rawtp:sched::sched_process_exec, rawtp:signal::signal_d*
/progenyof($target) && (execname == "family" || execname == "exe")/
{
	@names[probeprov, probemod, probefunc, probename] = count();
}
