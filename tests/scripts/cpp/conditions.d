#!/usr/sbin/dtrace -Cs
/*
 * Definitions on the command line choose which clauses there are.
 * @trigger loop 6
 * @args -DWITH_SUM -DLEVEL=2
 */
#pragma D option quiet

#if LEVEL > 1
#define THRESHOLD 2
#elif LEVEL == 1
#define THRESHOLD 4
#else
#error "no level"
#endif

loop$target:::tick
/arg0 >= THRESHOLD/
{
	@n["over"] = count();
#ifdef WITH_SUM
	@s["over"] = sum(arg0);
#endif
}

END
{
#ifdef WITH_SUM
	printa("%s %@d, %@d\n", @n, @s);
#else
	printa("%s %@d\n", @n);
#endif
}
