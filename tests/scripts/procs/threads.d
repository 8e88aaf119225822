#!/usr/sbin/dtrace -s
/*
 * Threads: made, started, ended.
 * @trigger work thread:6:1
 */
#pragma D option quiet

proc:::lwp-create /pid == $target/ { @["create"] = count(); }
proc:::lwp-start /pid == $target && tid != pid/ { @["start"] = count(); }
proc:::lwp-exit /pid == $target && tid != pid/ { @["exit"] = count(); }

END
{
	printa("%-8s %@d\n", @);
}
