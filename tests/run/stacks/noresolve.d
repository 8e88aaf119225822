/*
 * -x noresolve: the object and the address within it; nothing is folded.
 * @trigger nest 2
 * @filter off
 */
#pragma D option quiet
#pragma D option noresolve

nest$target:::inner { @[usym(arg1)] = count(); @m[umod(arg1)] = count(); }
END { printa("%-8@d%A\n", @); printa("%A %@d\n", @m); }
