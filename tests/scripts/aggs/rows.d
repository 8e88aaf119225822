/*
 * A format without the value, and one without the keys: a row for each key.
 * @trigger loop 8
 */
#pragma D option quiet

loop$target:::tick
{
	@[arg1] = sum(arg0);
}

END
{
	printa("key %d\n", @);
	printa("value %@d\n", @);
	printa("row\n", @);
}
