/*
 * Enumerators of a kernel enum, on either side of a comparison with a value of
 * the enum's type.
 */
#pragma D option quiet

BEGIN
{
	printf("%d\n", (enum pid_type)0 == PIDTYPE_PID);
	printf("%d\n", PIDTYPE_SID == (enum pid_type)3);
	printf("%d\n", (enum pid_type)1 < PIDTYPE_PGID);
	exit(0);
}
