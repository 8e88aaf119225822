#!/usr/sbin/dtrace -Zs
/*
 * Functions and built-in commands of a shell.
 * @trigger languages sh
 */
#pragma D option quiet

self int depth;

BEGIN
{
	kind["function-entry"] = "func";
	kind["builtin-entry"] = "builtin";
}

sh$target:::function-entry,
sh$target:::builtin-entry
{
	printf("%-16s %4d %-8s %*s%s\n", basename(copyinstr(arg0)), arg2, kind[probename], self->depth * 2, "",
	    copyinstr(arg1));
}

sh$target:::function-entry
{
	self->depth++;
}

sh$target:::function-return
{
	self->depth--;
}
