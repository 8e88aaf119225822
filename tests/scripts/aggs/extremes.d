/*
 * Values at the limits of 64 bits, and sums beyond them.
 */
#pragma D option quiet

BEGIN
{
	@sum = sum(0x7fffffffffffffff);
	@sum = sum(1);
	@max["one"] = max(-9);
	@max["one"] = max(-3);
	@min["one"] = min(7);
	@avg = avg(-7);
	@avg = avg(-8);
	@shift = sum(1 << 40);
	exit(0);
}
