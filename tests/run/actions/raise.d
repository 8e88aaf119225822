/*
 * raise(): the signal is delivered before the process returns to user mode. A
 * number that is not a signal is a fault.
 * @trigger loop 5
 * @filter pid
 */
#pragma D option destructive
#pragma D option quiet

BEGIN { raise(pid - $pid + 100); printf("not printed\n"); }
loop$target:::tick { printf("tick %d\n", arg0); }
loop$target:::tick /arg0 == 2/ { raise(15); printf("raised\n"); }
