/*
 * exit() in a user probe: later clauses of that firing still run, no later firing does; dtrace ends with its status
 * though the process goes on.
 * @trigger loop 100000
 * @exit 7
 */
#pragma D option quiet

loop$target:::tick { printf("%d\n", arg0); }
loop$target:::tick /arg0 == 2/ { exit(7); }
loop$target:::tick /arg0 == 2/ { printf("same firing\n"); }
END { printf("end\n"); }
