/*
 * One firing has one timestamp; wall clock and clock advance together.
 * @trigger loop 50
 */
#pragma D option quiet

uint64_t last;

loop$target:::tick
{
	this->a = timestamp;
	this->b = timestamp;
	differ += this->a != this->b;
	back += last && timestamp < last;
	last = timestamp;
	late += walltimestamp / 1000000000 < 1700000000;
}

END
{
	printf("%d %d %d\n", differ, back, late);
}
