/*
 * At the end, aggregations are printed in the order of the program, rows by value
 * and equal values by key; those that printa() has printed are not repeated.
 * @trigger loop 40
 */
#pragma D option quiet

loop$target:::tick { @b["second", arg1] = count(); }
loop$target:::tick /arg1/ { @a["first", arg1] = sum(-arg1); }
loop$target:::tick { @printed = count(); }
END { printa(@printed); }
