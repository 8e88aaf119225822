#!/usr/sbin/dtrace -s
/*
 * The functions in which a program computes, by sampling its instruction pointer.
 * @trigger work cpu:80
 * @awk /step_cpu/ { print $1, ($2 > 5) }
 */
#pragma D option quiet

profile-997hz
/pid == $target && arg1/
{
	@hits[ufunc(arg1)] = count();
}

END
{
	printa("%A %@d\n", @hits);
}
