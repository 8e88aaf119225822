/*
 * @exit 1
 */
BEGIN
{
	pid->x;
}
