/*
 * Events of a family of processes, by the command and by its children.
 * @trigger work fork:4 exec:3 thread:2:1 signal:2
 */
#pragma D option quiet

proc:::create,
proc:::exec,
proc:::exec-success,
proc:::exit,
proc:::lwp-create,
proc:::signal-handle
/progenyof($target)/
{
	@[pid == $target ? "the command" : "a child", probename] = count();
}

END
{
	printa("%-12s %-14s %@d\n", @);
}
