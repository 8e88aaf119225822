/*
 * Lives of children: a failed exec, a wait for a signal, a fault, a start.
 * @trigger lives
 * @lock lives
 */
#pragma D option quiet

proc:::start
/execname == "lives"/
{
	@["start", 0] = count();
}

proc:::lwp-start
/execname == "lives"/
{
	@["lwp-start", 0] = count();
}

proc:::exec
/execname == "lives" && pid != $target/
{
	@paths[args[0]] = count();
}

proc:::exec-failure
/execname == "lives"/
{
	@["exec-failure", args[0]] = count();
}

proc:::signal-clear
/execname == "lives"/
{
	@["signal-clear", args[0]] = count();
}

proc:::fault
/execname == "lives"/
{
	@["fault", args[0]] = count();
	@signals["signal", args[1]->si_signo, args[1]->si_code > 0] = count();
}

proc:::signal-send
/execname == "lives" && args[2] == SIGSEGV/
{
	@["sent", args[1]->pr_pid == pid] = count();
}
