/*
 * Minimum, average and maximum of each key in one row.
 * @trigger loop 30
 */
#pragma D option quiet

loop$target:::tick
{
	@lo[copyinstr(arg2)] = min(arg0);
	@av[copyinstr(arg2)] = avg(arg0);
	@hi[copyinstr(arg2)] = max(arg0);
	@sd[copyinstr(arg2)] = stddev(arg0);
}

END
{
	printf("%-8s %4s %4s %4s %4s\n", "", "MIN", "AVG", "MAX", "SDEV");
	printa("%-8s %@4d %@4d %@4d %@4d\n", @lo, @av, @hi, @sd);
}
