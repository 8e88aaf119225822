/*
 * Parameters of trunc() and normalize() that are known only at run time, or come from the command line.
 * @trigger loop 20
 * @args 3
 */
#pragma D option quiet

loop$target:::tick
{
	@[arg0 % 7] = sum(60);
	firings++;
}

END
{
	trunc(@, $1);
	normalize(@, firings / 2);
	printa("%d %@d\n", @);
}
