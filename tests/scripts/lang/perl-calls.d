#!/usr/sbin/dtrace -Zs
/*
 * Subroutines by package: a name that strjoin makes of two.
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
