/* @trigger loop 10 */
#pragma D option quiet
#pragma D option aggsortpos=1

loop$target:::tick { @up[arg1] = sum(arg1); @down[arg1] = sum(10 - arg1); }
END { printa("%d %@d %@d\n", @up, @down); }
