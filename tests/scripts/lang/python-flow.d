#!/usr/sbin/dtrace -Zs
/*
 * The flow of a Python program, with lines of its source.
 * @trigger languages python
 */
#pragma D option quiet
#pragma D option switchrate=10

self int depth;

dtrace:::BEGIN
{
	printf("%-12s %4s %s\n", "source", "line", "calls");
}

python$target:::function-entry
{
	printf("%-12s %4d %*s-> %s\n", basename(copyinstr(arg0)), arg2, self->depth * 2, "", copyinstr(arg1));
	self->depth++;
}

python$target:::function-return
{
	self->depth -= self->depth > 0 ? 1 : 0;
	printf("%-12s %4d %*s<- %s\n", basename(copyinstr(arg0)), arg2, self->depth * 2, "", copyinstr(arg1));
}
