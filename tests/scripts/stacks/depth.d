/*
 * How deep the stack is, at each level of a recursion: one frame more each time.
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
