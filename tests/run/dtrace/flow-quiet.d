/*
 * -F with -q: the lines of the flow stay, data is as of -q.
 * @args -F -q
 * @trigger tree 1
 */
tree$target:::down-entry,
tree$target:::down-return
{
	trace(arg0);
}
