/*
 * A share in per cent of a total that is counted separately.
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
