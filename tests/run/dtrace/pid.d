/*
 * In BEGIN and END the current process is dtrace itself, with the name of its
 * file.
 */
#pragma D option quiet

BEGIN
/pid == $pid && tid == $pid && execname == "dtrace"/
{
	printf("BEGIN runs in %s\n", execname);
	exit(0);
}

END
/pid == $pid && tid == $pid && execname == "dtrace"/
{
	printf("END too\n");
}
