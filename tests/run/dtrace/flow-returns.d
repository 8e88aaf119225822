/*
 * Returns without their entries; printa and exit in a return.
 * @trigger tree 2 wait
 * @exit 3
 */
#pragma D option flowindent

tree$target:::down-return
{
	@[arg0] = count();
}

tree$target:::down-return
{
}

tree$target:::down-return
/arg0 == 2/
{
	printa(" %d:%@d", @);
	exit(3);
}
