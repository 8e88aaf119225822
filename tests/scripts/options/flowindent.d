/*
 * @trigger tree 1
 */
#pragma D option flowindent
tree$target:::down-entry,
tree$target:::down-return
{
	trace(arg0);
}
