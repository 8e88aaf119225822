/*
 * @exit 1
 */
BEGIN
{
	alloca(8192);
	alloca(8193);
}
