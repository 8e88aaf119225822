#!/usr/sbin/dtrace -Zs
/*
 * Subroutines of Perl with their packages.
 * @trigger languages perl
 */
#pragma D option quiet

self int depth;

perl$target:::sub-entry
{
	printf("%s:%d %*s-> %s::%s\n", basename(copyinstr(arg1)), arg2, self->depth * 2, "", copyinstr(arg3),
	    copyinstr(arg0));
	self->depth++;
}

perl$target:::sub-return
{
	self->depth -= self->depth > 0;
}
