/*
 * A round is kept if its last probe decides so; several threads have several speculations.
 * @trigger rounds 2 6 2
 * @filter sort
 */
#pragma D option quiet
#pragma D option nspec=16
#pragma D option cleanrate=1000hz

rounds$target:::start
{
	self->s = speculation();
}

rounds$target:::start,
rounds$target:::step
/self->s/
{
	speculate(self->s);
	printf("%d.%d %s\n", arg0, arg1, probename);
}

rounds$target:::finish
/self->s && arg2/
{
	commit(self->s);
	self->s = 0;
}

rounds$target:::finish
/self->s/
{
	discard(self->s);
	self->s = 0;
}
