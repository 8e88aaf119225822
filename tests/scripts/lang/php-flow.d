#!/usr/sbin/dtrace -Zs
/*
 * PHP: functions with class and scope, and the errors between them.
 * @trigger languages php
 */
#pragma D option quiet

self int depth;

php$target:::function-entry
{
	printf("%*s-> %s%s%s()\t%s:%d\n", self->depth * 2, "", copyinstr(arg3), copyinstr(arg4), copyinstr(arg0),
	    basename(copyinstr(arg1)), arg2);
	self->depth++;
}

php$target:::function-return
{
	self->depth--;
}

php$target:::error
{
	printf("%*s!! %s in %s\n", self->depth * 2, "", copyinstr(arg0), dirname(copyinstr(arg1)));
}
