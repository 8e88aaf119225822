/*
 * The columns of a firing.
 * @trigger tree 0
 */
#pragma D option quiet=no
tree$target:::leaf
/cpu == 0/
{
	printf("%d", arg0);
}
