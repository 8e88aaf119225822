/*
 * -F: arrows, depth, other probes in between; several clauses of one firing count
 * as one call, whichever of them record; returns without entries have depth 0.
 * @args -F
 * @filter pid
 * @trigger tree 2
 */
tree$target:::down-entry
{
	printf("in %d", arg0);
}

tree$target:::down-entry
/arg0 == 1/
{
}

tree$target:::down-entry
/arg0 == 1/
{
	trace("third");
}

tree$target:::leaf
{
	trace(arg0);
}

tree$target:::leaf
{
}

tree$target:::down-return
/arg0 != 1/
{
	printf("out %d", arg0);
}

tree$target:::down-return
{
	trace("second");
}

tree$target:::down-return
/arg0 == 2/
{
	trace("last");
}
