/*
 * A buffer that is printed after the run.
 * @trigger loop 3
 */
#pragma D option quiet
#pragma D option bufpolicy=fill
#pragma D option bufsize=64k

loop$target:::tick
{
	printf("%d\n", arg0);
}
