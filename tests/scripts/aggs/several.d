/*
 * Several aggregations in one table: missing keys of one of them have the value 0.
 * @trigger loop 9
 */
#pragma D option quiet

loop$target:::tick
{
	@n[copyinstr(arg2)] = count();
	@total[copyinstr(arg2)] = sum(arg0);
}

loop$target:::tick
/arg0 > 6/
{
	@late[copyinstr(arg2)] = max(arg0);
}

END
{
	printf("%-8s %6s %6s %6s\n", "COLOUR", "N", "TOTAL", "LATE");
	printa("%-8s %@6d %@6d %@6d\n", @n, @total, @late);
	printa(@n, @total);
}
