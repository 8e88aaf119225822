/*
 * Quiet output: only what the program prints; trace() in its short forms; a
 * newline and the aggregations are still printed at the end.
 */
#pragma D option quiet

BEGIN
{
	trace(1);
	trace(-1L);
	trace((char)-1);
	trace((uint8_t)200);
	trace("text");
	printf("\n%d lines\n", 2);
	@a["key", 7] = count();
	@never = sum(1);
	exit(0);
}

END
{
	printf("end\n");
	printa(@never);
}
