/*
 * @exit 1
 */
BEGIN
{
	trace((struct nothing *)1 + 1);
	((struct nothing *)1)->x;
}
