#!/usr/sbin/dtrace -s
/* Comments do not nest, and may be placed anywhere.
 * @trigger loop 2
 */
#pragma D option quiet

/* before a clause */ loop$target:::tick /* after a description */
/* before a predicate */ /arg0 == 1 /* in a predicate */ /
{
	/* in a clause */
	printf(/* in a call */ "%d // not in a text\n", arg0 /* before a bracket */);
	// to the end of the line
}
