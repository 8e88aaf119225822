/*
 * print(@a) is printa(@a).
 */
#pragma D option quiet

BEGIN { @a["x", 1] = sum(3); @a["y", 1] = sum(2); print(@a); exit(0); }
