/* @trigger loop 40 */
#pragma D option quiet
loop$target:::tick { @[copyinstr(arg2), arg1 & 1] = quantize(arg0); }
