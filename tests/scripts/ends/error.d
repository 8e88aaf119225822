/*
 * ERROR: the clause, the statement, the kind of fault; the run goes on.
 * @trigger work getppid:3
 */
#pragma D option quiet

int n;

syscall::getppid:entry
/pid == $target/
{
	printf("%d\n", n);
	trace(10 / (n++ - 1));
	printf("\n");
}

ERROR
{
	printf("error: statement %d, kind %d, division by zero %d\n", arg2, arg4, arg4 == DTRACEFLT_DIVZERO);
	errors++;
}

END
{
	printf("%d errors\n", errors);
}
