/*
 * setopt() of flowindent: from the next record on, and back; a return that
 * waits for what follows it is not lost by that.
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
