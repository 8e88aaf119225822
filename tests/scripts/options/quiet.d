/*
 * @trigger loop 2
 */
#pragma D option quiet
loop$target:::tick
{
	trace(arg0);
	trace("x");
}
