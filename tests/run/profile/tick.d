/*
 * Ticks begin one period after the start, not earlier; the probe has the name
 * that was written.
 * @filter cpu
 */
BEGIN
{
	start = timestamp;
}

tick-20hz
{
	n++;
	printf("%s %d", probename, timestamp - start >= n * 50000000);
}

tick-20hz
/n == 3/
{
	exit(0);
}
