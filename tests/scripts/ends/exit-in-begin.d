/*
 * Nothing is traced when BEGIN exits; END runs all the same.
 * @trigger loop 2
 */
#pragma D option quiet

BEGIN { exit(0); }
loop$target:::tick { printf("never\n"); }
END { printf("end\n"); }
