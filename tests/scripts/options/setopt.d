/*
 * Options that change while it runs.
 * @trigger loop 6
 */
#pragma D option quiet

loop$target:::tick
{
	@[arg1] = count();
}

loop$target:::done
{
	setopt("aggsortkey");
	printa("%d:%@d ", @);
	printf("\n");
	setopt("aggsortrev");
	printa("%d:%@d ", @);
	printf("\n");
}
