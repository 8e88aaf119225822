/*
 * @exit 1
 */
test:::probe
{
	trace(arg8);
}
