/*
 * @exit 1
 */
int x = 1;
BEGIN
{
	int a;
	uint64_t b = timestamp;
	this string c;
	x = 1; struct thing d;
}
{ trace(1); }
