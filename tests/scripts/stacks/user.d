/*
 * Callers: stacks of the program as keys, three frames each.
 * @trigger nest 4
 * @filter off
 * @lock stacks
 */
#pragma D option quiet

pid$target:a.out:inner:entry
{
	@[ustack(3)] = count();
}
