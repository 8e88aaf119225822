/*
 * Keys of one type that are shown in different ways.
 * @exit 1
 */
BEGIN
{
	@a[sym(0)] = count();
	@a[func(1)] = count();
	@a[mod(0)] = count();
	self->u = uaddr(0);
	@b["x", usym(0)] = count();
	@b["x", self->u] = count();
	@c[ustack()] = count();
	@c[jstack()] = count();
}
