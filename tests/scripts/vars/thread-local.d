/*
 * Values that the entry passes to the return, cleared with 0: nothing is left at the end.
 * @trigger rounds 3 20 2
 */
#pragma D option quiet

rounds$target:::start
{
	self->number = arg1 + 1;
	self->steps = 0;
	open++;
}

rounds$target:::step
/self->number/
{
	self->steps++;
}

rounds$target:::finish
/self->number == arg1 + 1/
{
	@[arg0] = sum(self->steps);
	open--;
	self->number = 0;
	self->steps = 0;
}

rounds$target:::finish
/self->number/
{
	wrong++;
}

END
{
	printf("open %d, wrong %d\n", open, wrong);
	printa("thread %d: %@d\n", @);
}
