/*
 * @exit 1
 */
BEGIN
{
#if 0
	trace(1);
#else
	trace(2);
#endif
}
#define X 3
#nosuch
