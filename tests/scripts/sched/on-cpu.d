#!/usr/sbin/dtrace -s
/*
 * Samples by CPU and program: a pinned program is on its CPU.
 * @trigger work pin cpu:60
 * @awk $1 == "0" && $2 == "work" { print $1, $2, ($3 > 5) }
 */
#pragma D option quiet

profile:::profile-999
/pid == $target/
{
	@[cpu, execname] = count();
}

END
{
	printa("%d %s %@d\n", @);
}
