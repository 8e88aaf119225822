/*
 * lquantize(): both ends, steps that don't divide the range, negative bases,
 * weights, keys.
 * @trigger loop 100
 */
#pragma D option quiet

loop$target:::tick
{
	@all = lquantize(arg0, 0, 100, 10);
	@some = lquantize(arg0, 20, 75, 25);
	@ones = lquantize(arg1, 0, 4);
	@parity[arg0 & 1 ? "odd" : "even"] = lquantize(arg0, 0, 50, 25);
	@weight = lquantize(arg1, 1, 3, 1, arg0);
}
loop$target:::signed-value { @signed = lquantize(arg0, -30, 30, 15, 1); @both = lquantize(arg0, -1, 1, 1, arg0); }
BEGIN { @below = lquantize(-9223372036854775807 - 1, -2147483648, 0, 65535); @above = lquantize(9223372036854775807, -10, -5, 5); }
