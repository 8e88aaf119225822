/*
 * A fault in ERROR does not run ERROR again; it is counted. exit() in ERROR
 * ends the run when the clauses of the firing have run.
 * @exit 4
 */
#pragma D option quiet

BEGIN
{
	printf("%d", 1 / arg0);
}

ERROR
{
	printf("%d", 1 / arg0);
}

ERROR
{
	printf("second\n");
	exit(4);
}

BEGIN
{
	printf("last\n");
}
