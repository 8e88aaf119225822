/*
 * rindex() with a start before the text finds no empty text.
 */
#pragma D option quiet

BEGIN
{
	this->n = -1;
	this->none = "";
	printf("%d %d %d\n", rindex("abc", "", -1), rindex("abc", this->none, this->n), rindex("abc", "", this->n - 4));
	printf("%d %d %d\n", rindex("abc", "a", -5), rindex("abc", "b", this->n), index("abc", "", -1));
	printf("%d %d %d %d\n", rindex("abc", ""), rindex("abc", "", 2), rindex("abc", "", 0), rindex("abc", this->none, 7));
	exit(0);
}
