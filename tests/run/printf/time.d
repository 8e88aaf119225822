/* Times since the epoch, as mail has them. */
#pragma D option quiet

BEGIN
{
	printf("%T\n", 0L);
	printf("%T\n", 1700000000000000000);
	exit(0);
}
