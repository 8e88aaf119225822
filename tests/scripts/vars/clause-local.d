/*
 * this-> is shared by the clauses of one firing, and ends with it.
 * @trigger loop 3
 */
#pragma D option quiet

this int64_t value;
this string text;

loop$target:::tick
{
	this->value = arg0 * 10;
	this->text = "first";
}

loop$target:::tick
/this->value > 0/
{
	this->value++;
	this->text = strjoin(this->text, "+second");
}

loop$target:::tick
{
	printf("%d %s\n", this->value, this->text);
}
