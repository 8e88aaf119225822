/*
 * %Y and %T of numbers that were cast to a date, as keys and values, too.
 */
#pragma D option quiet

BEGIN
{
	@a[(walltimestamp_t)1000000000000000000] = count();
	@b = max((walltimestamp_t)1000000000000000000);
	printa("%Y %@d\n", @a);
	printa("%T\n", @a);
	printa("%@Y\n", @b);
	printf("%Y\n", (walltimestamp_t)1000000000000000000);
	exit(0);
}
