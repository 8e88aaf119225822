#!/usr/sbin/dtrace -FZs
/*
 * -F and -Z in the first line; a description without a match is allowed.
 * @trigger tree 2
 */
tree$target:::down-entry,
tree$target:::down-return
{
}

nothing_has_this_name$target:::entry
{
	exit(1);
}

tree$target:::leaf
{
	trace("bottom");
}
