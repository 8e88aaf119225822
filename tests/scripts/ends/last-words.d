/*
 * Totals at the end with a header, and only values above a limit.
 * @trigger loop 40
 */
#pragma D option quiet

loop$target:::tick
{
	n[copyinstr(arg2)]++;
	total++;
}

END
/total > 0/
{
	printf("%-8s %5s %s\n", "COLOUR", "N", "%");
	printf("%-8s %5d %d.%02d\n", "red", n["red"], n["red"] * 100 / total, n["red"] * 10000 / total % 100);
	printf("%-8s %5d %d.%02d\n", "green", n["green"], n["green"] * 100 / total, n["green"] * 10000 / total % 100);
}

END
/total == 0/
{
	printf("nothing\n");
}
