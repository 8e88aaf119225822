/*
 * copyinstr with a length; what does not fit is cut.
 * @trigger loop 3
 */
#pragma D option quiet

loop$target:::tick
{
	printf("%s %s %d\n", copyinstr(arg2), copyinstr(arg2, 3), strlen(copyinstr(arg2)));
}
