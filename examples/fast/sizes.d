/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The sizes that the program asks for, as a histogram, and their sum.
 *
 *	dtrace -q -s sizes.d -c ./fast
 */
fast$target:::alloc
{
	@["bytes asked for"] = quantize(arg0);
	@sum["bytes in all"] = sum(arg0);
}
