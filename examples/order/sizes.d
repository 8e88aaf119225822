/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The value of buy and of sell orders in cents (price times quantity), each as
 * a histogram in powers of two.
 *
 *	dtrace -q -s sizes.d -c ./order
 */
order$target:::accept
/arg1/
{
	@cents["buy"] = quantize(arg2 * arg3);
}

order$target:::accept
/!arg1/
{
	@cents["sell"] = quantize(arg2 * arg3);
}
