#!/usr/sbin/dtrace -s
/*
 * A screen at each end of a countdown, a header before the first, and a limited number of screens.
 */
#pragma D option quiet

inline int each = 2;
inline int screens = 3;

BEGIN
{
	left = each;
	more = screens;
}

tick-3ms
{
	left--;
}

tick-3ms
/left == 0 && more == screens/
{
	printf("head\n");
}

tick-3ms
/left == 0/
{
	printf("screen %d\n", screens - more + 1);
	@spent["ticks"] = sum(each);
	left = each;
	more--;
}

tick-3ms
/!more/
{
	exit(0);
}

END
{
	printa("%@d %s\n", @spent);
}
