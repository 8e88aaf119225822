#!/usr/sbin/dtrace -s
/*
 * Signals: sender and receiver, with names from a table.
 * @trigger work signal:5
 */
#pragma D option quiet

BEGIN
{
	sig[SIGHUP] = "SIGHUP";
	sig[SIGINT] = "SIGINT";
	sig[SIGKILL] = "SIGKILL";
	sig[SIGUSR1] = "SIGUSR1";
	sig[SIGCHLD] = "SIGCHLD";
	printf("%16s %16s %8s %5s\n", "from", "to", "what", "often");
}

proc:::signal-send
/pid == $target && args[1]->pr_pid == $target/
{
	@[execname, stringof(args[1]->pr_fname), sig[args[2]]] = count();
}

END
{
	printa("%16s %16s %8s %@5d\n", @);
}
