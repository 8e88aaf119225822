/*
 * Several descriptions of one clause, on lines of their own.
 * @trigger loop 3
 */
#pragma D option quiet

loop$target:::tick,
loop$target:::signed-value,
	loop$target:::done
{
	@[probename] = count();
}
