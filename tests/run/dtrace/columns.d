/*
 * The default output: the header once, a line for each clause that records;
 * clauses of one probe in program order, also after exit(); END last.
 * @filter cpu
 * @exit 3
 */
BEGIN
{
	trace("one");
	trace(2);
}

BEGIN
{
}

BEGIN
{
	@ = count();
}

END
{
	printf("four");
}

BEGIN
{
	exit(3);
}

BEGIN
{
	trace("after exit");
}
