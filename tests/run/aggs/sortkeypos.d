/* @trigger loop 10 */
#pragma D option quiet
#pragma D option aggsortkey
#pragma D option aggsortkeypos=1

loop$target:::tick { @[9 - arg0, arg1] = sum(arg0); }
