/* SPDX-License-Identifier: CC0-1.0 */
/*
 * A line whenever the table of the library grows, and at the end the lengths
 * of the words as a histogram.
 *
 *	dtrace -q -s grow.d -c ./words
 */
words$target:::table-grow
{
	printf("%s: from %d to %d\n", execname, arg0, arg1);
}

words$target:::add
{
	@["length of a word"] = quantize(arg1);
}
