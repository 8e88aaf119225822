/*
 * A row built from parts.
 * @trigger loop 3
 */
#pragma D option quiet

loop$target:::tick
{
	this->row = strjoin(probename, ":");
	this->row = strjoin(this->row, lltostr(arg0));
	this->row = strjoin(this->row, strjoin(" ", copyinstr(arg2)));
	@[this->row] = count();
}

END
{
	printa("%s %@d\n", @);
}
