/*
 * A pragma after clauses applies to all of them; if an option is set several times, the last value counts.
 * @trigger loop 1
 */
#pragma D option quiet=no

loop$target:::tick
{
	trace(strlen(copyinstr(arg2)));
}

#pragma D option strsize=3
#pragma D option strsize=4
#pragma D option quiet
