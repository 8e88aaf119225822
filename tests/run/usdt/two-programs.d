/*
 * The probe matches several clauses; each runs once per firing and in order.
 * @trigger loop 3
 */
#pragma D option quiet

loop$target:::tick { printf("a%d ", arg0); }
loop$target:::tick /arg0 != 1/ { printf("b%d ", arg0); }
loop$target:::tick,
loop$target:::done { printf("c%d ", arg0); }
loop$target:::done { printf("d\n"); }
