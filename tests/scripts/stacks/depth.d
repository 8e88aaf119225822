/*
 * The depth of the stack at each level of a recursion: one more frame each time.
 * @trigger tree 3
 * @lock stacks
 */
#pragma D option quiet

self int before;

tree$target:::down-entry
{
	printf("%d %s\n", arg0, self->before == 0 ? "first" : ustackdepth == self->before + 1 ? "one more" : "wrong");
	self->before = ustackdepth;
}
