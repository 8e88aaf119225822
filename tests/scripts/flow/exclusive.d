#!/usr/sbin/dtrace -s
/*
 * Time of each function without its callees: the sum of all is the time of the first.
 * @trigger tree 6
 */
#pragma D option quiet

pid$target:a.out:down:entry
{
	self->depth++;
	self->entered[self->depth] = timestamp;
	self->below[self->depth] = 0;
}

pid$target:a.out:down:return
/self->entered[self->depth]/
{
	this->whole = timestamp - self->entered[self->depth];
	this->own = this->whole - self->below[self->depth];
	self->entered[self->depth] = 0;
	self->below[self->depth] = 0;
	self->depth--;
	self->below[self->depth] += self->depth ? this->whole : 0;
	@calls = count();
	own += this->own;
}

pid$target:a.out:down:return
/self->depth == 0/
{
	printf("own times add up: %s\n", own == this->whole ? "yes" : "no");
	printf("none is negative: %s\n", this->own > 0 ? "yes" : "no");
}

END
{
	printa("calls %@d\n", @calls);
}
