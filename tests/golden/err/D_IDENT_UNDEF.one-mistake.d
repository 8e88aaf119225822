/*
 * One mistake is one error: what an assignment would have made is not
 * reported again, nor is a name that was reported.
 *
 * @args typed
 * @exit 1
 */
BEGIN
{
	a = undefined1 + 1;
	trace(a);
	a++;
	b[a, 1] = undefined2;
	trace(b[1, 1]);
	this->c = undefined3;
	trace(this->c + this->c);
	self->d = trace(1);
	trace(self->d);
	trace(undefined4);
	trace(undefined4);
	trace(self->undefined5);
	trace(self->undefined5);
	@e[undefined6] = count();
	printa(@e);
	clear(@e);
	@f = sum(1, 2, 3);
	normalize(@f, 1);
	trunc(@undefined7);
	trunc(@undefined7);
}
