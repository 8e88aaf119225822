/*
 * Several aggregations in one printa(): joined by key, 0 if one lacks a key;
 * ordered by the value of the first.
 * @trigger loop 10
 */
#pragma D option quiet

loop$target:::tick { @all[arg1] = count(); }
loop$target:::tick /arg1 & 1/ { @odd[arg1] = sum(arg0); }
loop$target:::tick /arg1 == 2/ { @two[arg1] = max(arg0); }
END { printa("%d %@d %@d %@d\n", @all, @odd, @two); printa(@all, @odd); }
