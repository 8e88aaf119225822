/*
 * @exit 1
 */
struct a { int x; } a;
struct b { int x; } b;
int three[3];
int four[4];
BEGIN
{
	a = b;
	a = 1;
	a.x = b;
	b = *(struct a *)0;
	three = four;
	a = three;
	this->s = sym(0);
	this->s = mod(0);
	this->k = stack();
	this->k = ustack();
	this->k = 5;
}
