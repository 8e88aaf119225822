/* @trigger loop 10 */
#pragma D option quiet
#pragma D option aggsortkey

loop$target:::tick { @[9 - arg0, arg1] = sum(arg0); }
