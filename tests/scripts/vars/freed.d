/*
 * Elements that are set to 0 are freed: 2,000 keys in space for a few.
 * @trigger loop 2000
 */
#pragma D option quiet
#pragma D option dynvarsize=32k

loop$target:::tick
{
	busy[arg0] = timestamp;
}

loop$target:::tick
/busy[arg0]/
{
	busy[arg0] = 0;
	freed++;
}

END
{
	printf("%d\n", freed);
}
