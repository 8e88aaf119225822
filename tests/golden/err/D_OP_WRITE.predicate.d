/*
 * @exit 1
 */
BEGIN
/execname = "sh" || (pid = 3)/
{
	pid = 3;
}
