/*
 * BEGIN and END, several of each, in the order of the text.
 * @trigger loop 1
 */
#pragma D option quiet

END { printf("end 1\n"); }
BEGIN { printf("begin 1\n"); }
loop$target:::done { printf("done\n"); }
dtrace:::BEGIN { printf("begin 2\n"); }
dtrace:::END { printf("end 2\n"); }
