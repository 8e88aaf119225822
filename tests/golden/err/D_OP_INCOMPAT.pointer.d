/*
 * What a variable points to is fixed by its first assignment.
 *
 * @exit 1
 */
struct a { int x; };
struct b { int x; };
struct a *a;
struct b *b;
int number;

BEGIN
{
	a = NULL;
	a = (struct a *)alloca(8);
	a = b;
	self->p = a;
	self->p = b;
	e[1] = a;
	e[2] = b;
	self->p = 0;
	self->p = arg0;
	self->p = (struct a *)arg0;
	number = a;
	number = (int)(long)a;
	implied = 0;
	implied = a;
}
