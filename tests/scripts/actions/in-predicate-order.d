/*
 * Clauses of one firing run in the order of the text, each by its own predicate.
 * @trigger loop 3
 */
#pragma D option quiet

loop$target:::tick { n = arg0; }
loop$target:::tick /n == 1/ { printf("one\n"); n = 7; }
loop$target:::tick /n == 7/ { printf("seven\n"); }
loop$target:::tick /n == 2/ { printf("two\n"); }
