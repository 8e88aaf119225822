/*
 * @exit 1
 */
BEGIN
{
	printa();
	printa("x");
}
