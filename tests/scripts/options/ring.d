/*
 * A ring keeps the newest records, one page for each CPU; the last record is among them.
 * @trigger loop 1000
 * @awk $1 != "" { last = $1; n++ } END { print last, (n < 999), (n > 10) }
 */
#pragma D option quiet
#pragma D option bufpolicy=ring
#pragma D option bufsize=4k

loop$target:::tick
{
	printf("%d\n", arg0);
}
