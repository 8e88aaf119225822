/*
 * exit() in a user probe: what was recorded before it is printed, nothing
 * after it; dtrace ends with its status though the process goes on.
 * @trigger loop 100000
 * @exit 7
 */
#pragma D option quiet

loop$target:::tick { printf("%d\n", arg0); }
loop$target:::tick /arg0 == 2/ { exit(7); }
loop$target:::tick /arg0 == 2/ { printf("after exit\n"); }
END { printf("end\n"); }
