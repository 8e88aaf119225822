/*
 * @args -x rawbytes
 */
#pragma D option quiet

BEGIN
{
	trace(0x41424344);
	trace("raw");
	exit(0);
}
