/*
 * The pair that times a call: stored at one probe, tested, read and cleared
 * at another; one lookup in a firing.
 */
test:::probe
{
	self->ts = timestamp;
}

test:::probe
/self->ts/
{
	@ = sum(timestamp - self->ts);
	self->ts = 0;
}
