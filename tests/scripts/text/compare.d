/*
 * Strings are compared by their bytes: equal, before, after.
 * @trigger loop 9
 */
#pragma D option quiet

loop$target:::tick
/copyinstr(arg2) == "red" || copyinstr(arg2) > "green"/
{
	@match = count();
}

loop$target:::tick
/copyinstr(arg2) < "c"/
{
	@before = count();
}

loop$target:::tick
/copyinstr(arg2) != "red" && probename == "tick" && probefunc == "main"/
{
	@other = count();
}

END
{
	printa("%@d %@d %@d\n", @match, @before, @other);
}
