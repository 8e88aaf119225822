/*
 * Conversions of printa: width, signs, hexadecimal, one value twice, text between.
 * @trigger loop 5
 */
#pragma D option quiet

loop$target:::tick
{
	@[arg0, copyinstr(arg2)] = sum(arg0 * 100);
}

END
{
	printa("%3d|%-6s|%@8d|%-@8d|%@x|%@08d\n", @);
}
