/*
 * @exit 1
 */
BEGIN
{
	x = 1;

syscall::write:entry
/pid == 1/
{
	trace(1);
}
