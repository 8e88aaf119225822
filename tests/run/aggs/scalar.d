/*
 * Without keys: count, sum, min, max, avg of -50 ... 49.
 * @trigger loop 100
 */
#pragma D option quiet

loop$target:::signed-value
{
	@count = count();
	@sum = sum(arg0);
	@min = min(arg0);
	@max = max(arg0);
	@avg = avg(arg1);
	@minmax = max(-arg0 - 1000);
}
