/*
 * @exit 1
 */
BEGIN
{
	trace(execname == 1);
	trace((char *)1 - (long *)2);
	trace(pid ? "x" : 1);
}
