/*
 * A fault in ERROR runs no ERROR; it is counted.
 * exit() in ERROR ends the run once the clauses of the firing are done.
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
