/*
 * Run-time faults: the clause ends without a record, a line on stderr names
 * the enabling, the probe and the fault; the other clauses go on.
 */
#pragma D option quiet

BEGIN
{
	printf("never printed %d", 1 / (pid - $pid));
}

BEGIN
/1 % (pid - $pid)/
{
	printf("never printed");
}

BEGIN
{
	@c = count();
	printf("never printed <%s>", copyinstr(0x10));
}

BEGIN
{
	printf("goes on\n");
	exit(0);
}
