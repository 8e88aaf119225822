/*
 * Only one speculation: the second id is 0, and the clause with it records nothing.
 * @trigger loop 2
 */
#pragma D option quiet
#pragma D option nspec=1

loop$target:::tick
{
	self->id[arg0] = speculation();
}

loop$target:::tick
/self->id[arg0]/
{
	speculate(self->id[arg0]);
	printf("tick %d\n", arg0);
}

loop$target:::done
{
	commit(self->id[0]);
}
