/*
 * trace() of numbers and texts, quiet and without separators.
 */
#pragma D option quiet

BEGIN
{
	trace("a text");
	trace("\n");
	trace(42);
	trace("\n");
	trace((char)65);
	trace("\n");
	trace(-1);
	trace("\n");
	trace(0x123456789);
	trace("\n");
	exit(0);
}
