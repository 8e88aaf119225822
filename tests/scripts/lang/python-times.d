#!/usr/sbin/dtrace -Zs
/*
 * Time in functions, with and without callees: the exclusive times add up to the inclusive time of main.
 * @trigger languages python
 * @awk $1 == "exclusive" { own += $3 } $1 == "inclusive" && $2 == "main" { whole = $3 } END { print NR, (own == whole && own > 0) }
 */
#pragma D option quiet

python$target:::function-entry
{
	self->level++;
	self->since[self->level] = timestamp;
	self->callees[self->level] = 0;
}

python$target:::function-return
/self->since[self->level]/
{
	this->all = timestamp - self->since[self->level];
	this->who = copyinstr(arg1);
	@calls[this->who] = count();
	@with[this->who] = sum(this->all);
	@without[this->who] = sum(this->all - self->callees[self->level]);
	self->since[self->level] = 0;
	self->level--;
	self->callees[self->level] += this->all;
}

dtrace:::END
{
	printa("count %s %@d\n", @calls);
	printa("exclusive %s %@d\n", @without);
	printa("inclusive %s %@d\n", @with);
}
