/*
 * The run ends with its command; what was counted until then is printed.
 * @trigger loop 25
 */
loop$target:::tick
{
	@[arg1] = count();
}
