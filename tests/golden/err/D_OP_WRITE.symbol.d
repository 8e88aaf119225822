/*
 * @exit 1
 */
BEGIN
{
	`sym = 1;
	`sym++;
}
