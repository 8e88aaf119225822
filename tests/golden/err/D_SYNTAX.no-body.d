/*
 * @exit 1
 */
BEGIN
/pid == 1/
END
{
	trace(1);
}
BEGIN /pid == 1/
