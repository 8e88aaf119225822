#!/usr/sbin/dtrace -Zs
/*
 * Functions of Python by file and name.
 * @trigger languages python
 */
#pragma D option quiet

python$target:::function-entry
{
	@of_file[copyinstr(arg1), basename(copyinstr(arg0))] = count();
}

dtrace:::END
{
	printf("%6s  %-10s %s\n", "times", "function", "in");
	printa("%-10s %s: %@d\n", @of_file);
}
