/*
 * Negative values, one value, the first and the last bucket.
 * @trigger loop 100
 */
#pragma D option quiet

BEGIN { @zero = quantize(0); @one = quantize(-1); @edge = quantize(-9223372036854775807 - 1); @edge = quantize(9223372036854775807); }
loop$target:::signed-value { @both = quantize(arg0); }
loop$target:::signed-value /arg0 < 0/ { @below = quantize(arg1); }
