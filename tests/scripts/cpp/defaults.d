#!/usr/sbin/dtrace -Cs
/*
 * Arguments that may be left out: 0 and "".
 * @trigger loop 7
 */
#pragma D option quiet
#pragma D option defaultargs

#define DEFAULT 5

BEGIN
{
	limit = $1 ? $1 : DEFAULT;
	name = $$2 == "" ? "nobody" : $$2;
}

loop$target:::tick
/arg0 < limit/
{
	@ = count();
}

END
{
	printa("%@d", @);
	printf(" of %d for %s\n", limit, name);
}
