/*
 * @exit 1
 */
BEGIN
{
	trace(1;
	trace(2));
	trace(3);
	4 +;
}
END { for (;;) ; }
