/*
 * Aggregations that never had a value print nothing, not even a header.
 * @trigger loop 2
 */
#pragma D option quiet

loop$target:::tick
/arg0 > 100/
{
	@never[arg0] = count();
	@bare = max(arg0);
}

END
{
	printf("head\n");
	printa("%d %@d\n", @never);
	printa("%@d\n", @bare);
}
