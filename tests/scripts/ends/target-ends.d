/*
 * The run ends with its command; the counts until then are printed.
 * @trigger loop 25
 */
loop$target:::tick
{
	@[arg1] = count();
}
