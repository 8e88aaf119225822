/* SPDX-License-Identifier: CC0-1.0 */
/*
 * A line for every tenth part of the day. The program prepares the text of
 * this probe only while a script like this one runs.
 *
 *	dtrace -q -s book.d -c ./order
 */
order$target:::book
{
	printf("%d levels: %s\n", arg1, copyinstr(arg0));
}
