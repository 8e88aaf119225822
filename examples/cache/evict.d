/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Why entries were let go. The enum class has negative values: they arrive as
 * such. How full the caches were at a miss is shown as a histogram.
 *
 *	dtrace -s evict.d -c ./cache
 */
cache$target:::evict
{
	@reasons[arg1] = count();
}

cache$target:::get
/!arg1/
{
	@used["entries at a miss"] = quantize(arg2);
}
