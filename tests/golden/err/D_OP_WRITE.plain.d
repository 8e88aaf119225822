/*
 * @exit 1
 */
BEGIN
{
	pid = 1;
	arg0++;
}
