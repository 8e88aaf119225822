/* SPDX-License-Identifier: CC0-1.0 */
/*
 * How often memory of each class was asked for, and how many pages that took.
 *
 *	dtrace -q -s classes.d -c ./fast
 */
fast$target:::alloc
{
	@allocs[arg1] = count();
}

fast$target:::refill
{
	@pages[arg0] = count();
}

END
{
	printa("class %d: %@7u pieces from %@u pages\n", @allocs, @pages);
}
