/*
 * A store behind a variable that is not declared: how to declare it.
 *
 * @args typed
 * @exit 1
 */
BEGIN
{
	a.m = 1;
	b["k"].m = 1;
	c[1, 2].m.n[3] += 1;
	d->m = 1;
	*e = 1;
	*f[1] = 1;
	g->m++;
	self->h.m = 1;
	this->i->m = 1;
	a.n = 2;
}
