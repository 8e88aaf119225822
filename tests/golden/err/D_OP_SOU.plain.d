/*
 * @exit 1
 */
BEGIN
{
	pid.x;
	((int *)1)->x;
}
