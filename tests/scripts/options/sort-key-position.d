/*
 * Sorted by the second key, in descending order.
 * @trigger loop 9
 */
#pragma D option quiet
#pragma D option aggsortkey
#pragma D option aggsortkeypos=1
#pragma D option aggsortrev

loop$target:::tick
{
	@[copyinstr(arg2), arg1] = sum(arg0);
}

END
{
	printa("%s %d %@d\n", @);
}
