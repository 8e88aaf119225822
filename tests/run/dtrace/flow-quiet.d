/*
 * -F with -q: the lines of the flow are printed, other output is as with -q.
 * @args -F -q
 * @trigger tree 1
 */
tree$target:::down-entry,
tree$target:::down-return
{
	trace(arg0);
}
