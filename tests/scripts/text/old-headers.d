#!/usr/sbin/dtrace -s
#pragma ident	"@(#)old-headers.d	1.5	06/01/01"
/*
 * The beginning of old files; a text over two lines; the last statement without its semicolon.
 */
#pragma D option quiet
#pragma D option version=1.0

dtrace:::BEGIN
{
	printf("a text \
of two lines\n");
	;
	exit(0)
}
