/*
 * A declared variable that is too narrow for what is assigned: a warning. Not where the value fits, whatever type
 * the operation has.
 */
int8_t c;
short s;
int i, a[10], e[int];
uint64_t u;
_Bool b;
self uint8_t q;

BEGIN
{
	c = 300;
	c = s;
	s = pid;
	i = timestamp;
	i = timestamp / 1000000;
	i += timestamp;
	a[1] = timestamp;
	e[1] = u;
	self->q = pid;
	c = pid ? 1 : s;
}
END
{
	c = 1; c = -1; c = c + 1; c += 1; c++; c = (int8_t)s; c = pid & 0xff; c = pid % 10; c = pid == 3;
	s = c + c; i = pid; u = timestamp; i = (int)timestamp; i = strlen("a"); i = -c; i = ~c; i = 'a';
	b = 256; b = timestamp; self->q = c; self->q = 255; implied = 1; implied = timestamp; this->x = 1; this->x = timestamp;
}
