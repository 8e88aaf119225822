/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The time from a piece that a thread asks for to the next one that it gives
 * back, in ns, by class. The program itself measures it.
 *
 *	dtrace -q -s gaps.d -c ./fast
 */
fast$target:::alloc
{
	self->since = timestamp;
	self->class = arg1;
}

fast$target:::release
/self->since/
{
	@gaps[self->class] = quantize(timestamp - self->since);
	self->since = 0;
}

END
{
	printa("class %d:%@d\n", @gaps);
}
