#!/usr/sbin/dtrace -Zs
/*
 * Subroutines by package: a name composed by strjoin.
 * @trigger languages perl
 */
#pragma D option quiet

perl$target:::sub-entry
{
	@subs[strjoin(strjoin(copyinstr(arg3), "::"), copyinstr(arg0))] = count();
}

END
{
	trunc(@subs, 3);
	printa("%-20s %@5d\n", @subs);
}
