/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Every process that uses the library, also those that start later; ^C ends it.
 *
 *	dtrace -x objects=./libwords.so -s all.d
 */
words*:::add
{
	@[execname, pid] = count();
}
