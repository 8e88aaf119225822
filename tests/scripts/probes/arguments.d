#!/usr/sbin/dtrace -s
/*
 * Parts of descriptions given on the command line.
 * @trigger tree 4
 * @args a.out down entry
 */
#pragma D option quiet

pid$target:$1:$2:$3
{
	@[probefunc, probename] = count();
}

END
{
	printa("%s:%s %@d\n", @);
}
