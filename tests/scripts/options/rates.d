/*
 * Rates in each notation.
 */
#pragma D option quiet
#pragma D option switchrate=100
#pragma D option aggrate=10ms
#pragma D option statusrate=1sec
#pragma D option cleanrate=1min

BEGIN
{
	@ = count();
	printa("%@d\n", @);
	exit(0);
}
