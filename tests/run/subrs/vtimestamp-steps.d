/*
 * vtimestamp advances between two firings of a running thread, not only at
 * ticks: the clocks of the scheduler and of timestamp drift apart, and either
 * may be ahead.
 * @trigger loop 20000
 */
#pragma D option quiet

self uint64_t spent;

loop$target:::tick
/self->spent/
{
	@steps = count();
	@stood = sum(vtimestamp == self->spent);
}
loop$target:::tick
{
	self->spent = vtimestamp;
}
END
{
	printa("%@d steps, %@d without time\n", @steps, @stood);
}
