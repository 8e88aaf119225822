/*
 * @args -c -b
 */
test:::probe
{
	this->n = 7;
}

test:::probe
/this->n == 7/
{
	trace(this->n);
	@[this->n] = count();
}
