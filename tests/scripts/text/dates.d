/*
 * Dates have a format; their conversion accepts a width, too.
 * @awk { gsub(/[0-9]/, "9"); gsub(/[A-Z][a-z][a-z]/, "Mon"); print }
 */
#pragma D option quiet

BEGIN
{
	printf("%Y|\n", walltimestamp);
	printf("%-24Y|\n", walltimestamp);
	exit(0);
}
