/*
 * @exit 1
 */
BEGIN
{
	printf("%d\n, 1);
	trace(1.5);
	trace(2);
}
END { trace(1.5); }
