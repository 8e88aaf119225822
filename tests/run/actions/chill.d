/*
 * chill() stops the processor for the given time; more than half a second is a
 * fault.
 * @trigger loop 4
 */
#pragma D option destructive
#pragma D option quiet

loop$target:::tick /arg0 == 0/ { start = timestamp; chill(3000000); }
loop$target:::tick /arg0 == 1/ { printf("%d\n", timestamp - start >= 3000000); }
BEGIN { chill(500000001); printf("not printed\n"); }
BEGIN { chill(-1); printf("not printed\n"); }
loop$target:::tick /arg0 == 3/ { chill(0); printf("%s %s %s %s %s\n", "as much", "on the", "stack as", "it can", "have"); trace(execname); trace((string)"a string of forty characters and some."); printf("\n"); }
loop$target:::tick /arg0 == 3/ { chill(0); printf("zero\n"); }
