/*
 * A signal that is already pending is sent as well, and so is one whose
 * siginfo the kernel has no room for; one that the kernel refuses is not.
 * @trigger repeats
 */
#pragma D option quiet

proc:::signal-send
/pid == $target && (args[2] == SIGUSR1 || args[2] > SIGRTMIN)/
{
	@[probename, args[2], args[1]->pr_pid == pid] = count();
}

proc:::signal-handle
/pid == $target/
{
	@[probename, args[0], 1] = count();
}

proc:::exit
/pid == $target/
{
	printf("%d\n", curpsinfo->pr_wstat);
}
