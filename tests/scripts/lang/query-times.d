#!/usr/sbin/dtrace -s
/*
 * Minimum, maximum and average time of a query by its first word; the test checks only their order.
 * @trigger languages postgresql
 * @awk { print $1, ($2 > 0 && $2 <= $3 && $3 <= $4), $5 }
 * @filter sort
 */
#pragma D option quiet

postgresql$target:::query-start
{
	self->start = timestamp;
}

postgresql$target:::query-done
/self->start/
{
	this->word = strtok(copyinstr(arg0), " ");
	this->ns = timestamp - self->start;
	@low[this->word] = min(this->ns);
	@avg[this->word] = avg(this->ns);
	@high[this->word] = max(this->ns);
	@n[this->word] = count();
	self->start = 0;
}

END
{
	printa("%s %@d %@d %@d %@d\n", @low, @avg, @high, @n);
}
