/*
 * @exit 1
 */
struct hidden;

BEGIN
{
	trace(*(struct hidden *)arg0);
	trace(((struct hidden *)arg0)->x);
	trace(((struct hidden *)arg0)[1]);
}
