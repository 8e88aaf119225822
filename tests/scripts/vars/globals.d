/*
 * Global variables: created by their first assignment, visible to all.
 * @trigger workers 300
 */
#pragma D option quiet

int64_t declared;
string last;

workers$target:::worker
{
	fired++;
	declared += arg1;
	last = execname;
}

END
{
	printf("%d %d %s\n", fired, declared, last);
}
