/*
 * @args -h
 * Without task storage: a hash by thread.
 */
test:::probe
{
	self->n++;
	self->s = "text";
}
