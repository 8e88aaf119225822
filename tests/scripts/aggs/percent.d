/*
 * A share in per cent, by a total that is kept beside.
 * @trigger loop 50
 */
#pragma D option quiet

loop$target:::tick
{
	total++;
	@["green", "%"] = sum(copyinstr(arg2) == "green" ? 100 : 0);
	@["all", "%"] = sum(100);
}

loop$target:::done
{
	normalize(@, 50);
	printa("%s %@d%s\n", @);
}
