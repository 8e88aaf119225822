/*
 * The second argument of quantize() is a weight, which may be negative.
 * @trigger loop 8
 */
#pragma D option quiet

loop$target:::tick { @weighted = quantize(arg0, arg0 * 10); }
loop$target:::tick { @negative = quantize(arg0, -3); }
loop$target:::tick { @mixed = quantize(arg0, arg0 < 4 ? -1 : 2); }
