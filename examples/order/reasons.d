/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Who had orders refused, and why: counts keyed by two strings.
 *
 *	dtrace -s reasons.d -c ./order
 *
 * The arguments are addresses in the traced program: copyinstr() reads them.
 */
order$target:::reject
{
	@rejected[copyinstr(arg1), copyinstr(arg2)] = count();
}
