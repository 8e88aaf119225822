/*
 * self->a[key]: each thread has its own.
 * @trigger rounds 2 4 3
 */
#pragma D option quiet

rounds$target:::step
{
	self->sum[arg1 % 2] += arg2 + 1;
}

rounds$target:::finish
/arg1 == 3/
{
	@[arg0, self->sum[0], self->sum[1]] = count();
	self->sum[0] = 0;
	self->sum[1] = 0;
}

END
{
	printa("%d: %d %d\n", @);
}
