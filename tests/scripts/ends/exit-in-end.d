/*
 * A status set in END.
 * @trigger loop 2
 * @exit 5
 */
#pragma D option quiet

loop$target:::tick
{
	n++;
}

END
{
	printf("%d\n", n);
	exit(n + 3);
}
