/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Look-ups by kind of cache (1 numbers, 2 texts) and whether they hit.
 *
 *	dtrace -q -s hits.d -c ./cache
 */
cache$target:::get
{
	@gets[arg0, arg1] = count();
}

END
{
	printa("kind %d hit %d: %@u look-ups\n", @gets);
}
