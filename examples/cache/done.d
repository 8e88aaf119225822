/* SPDX-License-Identifier: CC0-1.0 */
/*
 * One record for each cache at its end, in the columns of trace().
 *
 *	dtrace -s done.d -c ./cache
 */
cache$target:::run-done
{
	trace(copyinstr(arg0));
	trace(arg2);
}
