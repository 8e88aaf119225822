/*
 * The number of frames of a stack.
 * @trigger nest 1
 * @filter off
 * @lock stacks
 */
#pragma D option quiet
#pragma D option ustackframes=2
#pragma D option stackindent=4

nest$target:::inner
/arg0 == 0/
{
	ustack();
}
