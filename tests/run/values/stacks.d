/*
 * Stacks and symbols kept in variables and used as keys.
 */
#pragma D option quiet
BEGIN
{
	this->sym = sym(0);
	self->usym = usym(0);
	where[1] = func(0);
	kept = this->sym;
	kept = func(16);
	printf("%a %A %a %a\n", this->sym, self->usym, where[1], kept);
	trace(kept);
	seen[kept]++;
	seen[this->sym]++;
	seen[kept]++;
	printf(" %d %d\n", seen[kept], seen[this->sym]);
	@[kept, self->usym] = count();
	this->k = stack(4);
	printf("[%k]\n", this->k);
	where[1] = 0;
	printf("%a\n", where[1]);
	exit(0);
}
