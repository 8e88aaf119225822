/*
 * Sorted by key, not by value.
 * @trigger loop 9
 */
#pragma D option quiet
#pragma D option aggsortkey

loop$target:::tick
{
	@[copyinstr(arg2), arg1] = sum(arg0);
}

END
{
	printa("%s %d %@d\n", @);
}
