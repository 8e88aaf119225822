/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Totals in one table: a printa() of several aggregations joins them by key
 * (here the price).
 *
 *	dtrace -q -s summary.d -c ./order
 */
#pragma D option aggsortkey

order$target:::accept
{
	@orders[arg2] = count();
	@least[arg2] = min(arg3);
	@most[arg2] = max(arg3);
	@mean[arg2] = avg(arg3);
	@sum[arg2] = sum(arg3);
}

END
{
	printf("%6s %8s %8s %8s %8s %8s\n", "price", "orders", "least", "most",
	    "mean", "sum");
	printa("%6d %@8u %@8d %@8d %@8d %@8d\n", @orders, @least, @most, @mean,
	    @sum);
}
