/*
 * Nothing is traced if BEGIN exits; END still runs.
 * @trigger loop 2
 */
#pragma D option quiet

BEGIN { exit(0); }
loop$target:::tick { printf("never\n"); }
END { printf("end\n"); }
