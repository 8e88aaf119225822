#!/usr/sbin/dtrace -s
/*
 * Samples by function and by library.
 * @trigger work pin cpu:60
 * @awk /step_cpu/ { print "function", ($2 > 5) } $1 == "work" { print "library", ($2 > 5) }
 * @filter sort
 */
#pragma D option quiet

profile-1001hz
/arg1 != 0 && pid == $target/
{
	@in_function[ufunc(arg1)] = count();
	@in_library[umod(arg1)] = count();
}

END
{
	printa("%-30A %@d\n", @in_function);
	printa("%-30A %@d\n", @in_library);
}
