/*
 * A rate: the count divided by the time that the run took, which is not known before its end.
 * @trigger loop 1000
 * @awk { print $1, ($2 <= 1000000000) }
 */
#pragma D option quiet

BEGIN
{
	start = timestamp;
}

loop$target:::tick
{
	@ns["each"] = sum(1000000000);
}

END
{
	normalize(@ns, 1000);
	printa("%s %@d\n", @ns);
}
