/*
 * ERROR ends the run with its own status.
 * @exit 9
 */
#pragma D option quiet

BEGIN
{
	trace(*(int *)0x10);
}

ERROR
{
	printf("%s at %x\n", arg4 == DTRACEFLT_BADADDR ? "bad address" : "?", arg5);
	exit(9);
}
