/*
 * @args -e -c
 */
test:::probe
{
	this->n = arg0 + arg1;
}

test:::probe
/this->n == 7/
{
	trace(this->n);
	trace(arg0);
}
