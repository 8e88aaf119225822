/*
 * A pragma after clauses counts for all of them; several on one option: the last one.
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
