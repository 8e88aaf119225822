/*
 * Values shown in another unit, and back.
 * @trigger loop 20
 */
#pragma D option quiet

loop$target:::tick
{
	@bytes[copyinstr(arg2)] = sum(1024 * 10);
	@avgs[copyinstr(arg2)] = avg(arg0 * 1000);
}

END
{
	normalize(@bytes, 1024);
	printa("%s %@d KB\n", @bytes);
	denormalize(@bytes);
	printa("%s %@d bytes\n", @bytes);
	normalize(@avgs, 1000);
	printa("%s %@d\n", @avgs);
}
