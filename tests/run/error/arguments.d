/*
 * ERROR: number of the enabling, action, offset (unknown: -1), fault, its
 * value. It runs at once, in the context of the clause that faulted; the
 * following clauses go on.
 */
#pragma D option quiet

BEGIN
{
	printf("first\n");
	printf("%s", copyinstr(0x10));
}

BEGIN
/1 / arg0/
{
}

BEGIN
{
	printf("third\n");
	exit(0);
}

ERROR
{
	printf("%d %d %d %d 0x%x, arg0 %d, %s\n", arg1, arg2, arg3, arg4, arg5, arg0,
	    pid == $pid ? "in dtrace" : "elsewhere");
}

ERROR
/arg4 == 4/
{
	printf("division\n");
}

END
{
	printf("%d", 1 / arg0);
}
