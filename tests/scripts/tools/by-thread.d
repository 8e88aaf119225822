#!/usr/sbin/dtrace -s
/*
 * Two keys and a histogram: its rows follow the formatted keys.
 * @trigger rounds 2 30 1
 */
#pragma D option quiet

rounds$target:::step
{
	@[execname, probename] = lquantize(arg0, 0, 4, 1);
}

END
{
	printa("\nprogram %s, probe %-6s|%@d", @);
	printf("\n");
	trunc(@);
}
