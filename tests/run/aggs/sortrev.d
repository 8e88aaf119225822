/* @trigger loop 10 */
#pragma D option quiet
#pragma D option aggsortrev

loop$target:::tick { @[arg1] = sum(arg0); }
