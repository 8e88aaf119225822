/*
 * A rate: the count divided by the duration of the run, which is known only at its end.
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
