/*
 * @args typed -aStable/Stable/Common
 * @exit 1
 */
BEGIN
{
	x = htons(1);
	trace(htonl(2) + x);
}

BEGIN
{
	trace(x);
}
