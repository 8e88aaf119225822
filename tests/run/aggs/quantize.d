/*
 * Histograms by powers of two, of 0 ... 99.
 * @trigger loop 100
 */
#pragma D option quiet

loop$target:::tick { @ = quantize(arg0); }
loop$target:::tick { @k[arg1 < 2 ? "low" : "high"] = quantize(arg0); }
