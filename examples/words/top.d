/* SPDX-License-Identifier: CC0-1.0 */
/*
 * How often each word came: counts keyed by a string. The probes are those of
 * the library; $target finds them in whatever the program has loaded.
 *
 *	dtrace -s top.d -c ./words
 */
words$target:::add
{
	@[copyinstr(arg0)] = count();
}
