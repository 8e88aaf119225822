/*
 * @args -e
 */
test:::probe
/arg0 != arg1/
{
	@[arg0] = sum(arg1);
}
