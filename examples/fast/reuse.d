/* SPDX-License-Identifier: CC0-1.0 */
/*
 * How often a thread asks for a piece right after it has given back one of that
 * class, which it then gets again.
 *
 *	dtrace -q -s reuse.d -c ./fast
 */
fast$target:::release
{
	self->class = arg1 + 1;
}

fast$target:::alloc
/self->class == arg1 + 1/
{
	@reused[arg1] = count();
}

fast$target:::alloc
{
	@asked[arg1] = count();
	self->class = 0;
}

END
{
	printa("class %d: %@6u of %@u\n", @reused, @asked);
}
