/*
 * A value without bytes.
 *
 * @exit 1
 */
struct none {};
struct none x;
BEGIN
{
	trace(x);
}
