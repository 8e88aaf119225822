/*
 * A predicate that reads a variable assigned in its own clause; the first clause in the text creates the variable.
 * @trigger loop 6
 */
#pragma D option quiet

loop$target:::tick
/self->last == 0/
{
	self->last = timestamp;
	firsts++;
}

loop$target:::tick
/self->last != timestamp/
{
	@gaps = count();
	positive += timestamp - self->last > 0;
	self->last = timestamp;
}

END
{
	printa("%@d gaps", @gaps);
	printf(", %d positive, %d first\n", positive, firsts);
}
