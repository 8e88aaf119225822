/*
 * rawbytes: trace() prints its data as bytes.
 * @trigger loop 1
 */
#pragma D option quiet
#pragma D option rawbytes

loop$target:::tick
{
	trace(stringof(copyin(arg2, 4)));
}
