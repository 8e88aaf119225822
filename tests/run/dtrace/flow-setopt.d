/*
 * setopt() of flowindent takes effect at the next record, in both directions;
 * a return that waits for the following record is not lost.
 * @args -x cpu=0
 * @filter pid
 * @trigger tree 2
 */
tree$target:::down-entry
/arg0 == 1/
{
	setopt("flowindent");
}

tree$target:::down-entry,
tree$target:::leaf
{
}

tree$target:::down-return
{
	trace(arg0);
}

tree$target:::down-return
/arg0 == 1/
{
	setopt("flowindent", "no");
}
