/*
 * @exit 1
 */
translator int < long x > { a = x; };

BEGIN
{
	trace(xlate <int> (1).a);
}
