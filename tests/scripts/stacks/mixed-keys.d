/*
 * A stack between other keys, printed by a format.
 * @trigger nest 2
 * @filter off
 * @lock stacks
 */
#pragma D option quiet

nest$target:::inner
{
	@[execname, ustack(2), arg0 % 2] = count();
}

END
{
	printa("%s%k%d: %@d\n", @);
}
