#!/usr/sbin/dtrace -Zs
/*
 * Every probe of a provider, counted by its name; for all processes, filtered by a predicate.
 * @trigger languages hotspot
 */
#pragma D option quiet

hotspot*:::
/pid == $target/
{
	@[probename] = count();
}
