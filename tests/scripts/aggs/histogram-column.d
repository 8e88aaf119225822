/*
 * A count and a histogram of the same key, in one format and in the default format.
 * @trigger loop 6
 */
#pragma D option quiet

loop$target:::tick
{
	@n[copyinstr(arg2)] = count();
	@q[copyinstr(arg2)] = lquantize(arg0, 0, 6, 2);
}

END
{
	printa("%s: %@d\n%@d", @n, @q);
	printa(@n, @q);
}
