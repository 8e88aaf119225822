/*
 * Forks and execs of a family, as counters of the system: those by which dtrace started the command do not count.
 * @trigger work fork:4 exec:3 thread:2:1
 */
#pragma D option quiet

sysinfo:::sysfork,
sysinfo:::sysvfork,
sysinfo:::sysexec
/progenyof($target)/
{
	@[probename] = sum(arg0);
}

END
{
	printa("%s %@d\n", @);
}
