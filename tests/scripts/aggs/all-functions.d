/*
 * All aggregating functions over the same values.
 * @trigger loop 10
 */
#pragma D option quiet

loop$target:::tick
{
	@c = count();
	@s = sum(arg0);
	@a = avg(arg0);
	@lo = min(arg0);
	@hi = max(arg0);
	@d = stddev(arg0);
	@q = quantize(arg0);
	@l = lquantize(arg0, 0, 10, 2);
	@ll = llquantize(arg0 * 10 + 10, 10, 0, 2, 10);
}

END
{
	printa("count %@d, ", @c);
	printa("sum %@d, ", @s);
	printa("avg %@d, ", @a);
	printa("min %@d, ", @lo);
	printa("max %@d, ", @hi);
	printa("stddev %@d\n", @d);
	printa("%@d\n", @q);
	printa("%@d\n", @l);
	printa("%@d\n", @ll);
}
