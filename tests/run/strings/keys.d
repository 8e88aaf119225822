/* @trigger loop 301 */
#pragma D option quiet

loop$target:::tick { @colour[copyinstr(arg2)] = count(); }
loop$target:::tick { @first[copyinstr(arg2, 1)] = count(); }
loop$target:::tick { @both[copyinstr(arg2), arg1] = sum(arg0); }
