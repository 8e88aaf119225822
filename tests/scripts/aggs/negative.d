/*
 * Values below zero: histograms of both signs, minima, sums.
 * @trigger loop 8
 */
#pragma D option quiet

loop$target:::signed-value
{
	@q["powers"] = quantize(arg0);
	@l["levels"] = lquantize(arg0, -4, 4, 2);
	@s[arg0 < 0 ? "below" : "above"] = sum(arg0);
	@m = min(arg0);
}
