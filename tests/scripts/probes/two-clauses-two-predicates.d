/*
 * Two clauses on one probe: either, both or none.
 * @trigger loop 12
 */
#pragma D option quiet

loop$target:::tick
/arg0 % 2 == 0/
{
	@["even"] = count();
	this->even = 1;
}

loop$target:::tick
/arg0 % 3 == 0/
{
	@["third"] = count();
}

loop$target:::tick
/arg0 % 2 == 0 && arg0 % 3 == 0/
{
	@["both"] = count();
}

loop$target:::tick
/arg0 % 2 && arg0 % 3/
{
	@["none"] = count();
}
