/*
 * args[] of the proc provider: processes, threads and signals of a family of
 * processes, as psinfo_t and lwpsinfo_t.
 * @trigger family
 */
#pragma D option quiet

proc:::create
/args[0]->pr_ppid == $target/
{
	@["create", args[0]->pr_fname, args[0]->pr_psargs == curpsinfo->pr_psargs] = count();
}

proc:::lwp-create
/pid == $target && args[1]->pr_pid == $target/
{
	@["thread", args[1]->pr_fname, args[0]->pr_lwpid != tid] = count();
}

proc:::exec-success
/ppid == $target/
{
	@["exec", curpsinfo->pr_psargs, curpsinfo->pr_pid == pid] = count();
}

proc:::exit
/ppid == $target && args[0] == CLD_KILLED/
{
	@["killed", curpsinfo->pr_fname, args[0]] = count();
}

proc:::exit
/ppid == $target && args[0] == CLD_EXITED/
{
	@["exited", curpsinfo->pr_fname, args[0]] = count();
}

proc:::signal-send
/pid == $target && args[2] == SIGUSR1/
{
	@["send", args[1]->pr_fname, args[0]->pr_lwpid == args[1]->pr_pid] = count();
}

proc:::signal-handle
/pid == $target && args[0] == SIGUSR1/
{
	@["handle", "", args[1]->si_signo == args[0] && args[2] != NULL &&
	    args[1]->si_pid == pid] = count();
}

END { printa("%s %s %d %@d\n", @); }
