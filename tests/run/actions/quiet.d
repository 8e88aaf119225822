/*
 * Commands in quiet mode: text, the output of a command and more text appear
 * in the order of the records; if a command is not a program, the shell prints
 * an error.
 * @trigger loop 3
 */
#pragma D option destructive
#pragma D option quiet

loop$target:::tick { printf("before %d\n", arg0); }
loop$target:::tick { system("echo command %d", arg0); }
loop$target:::tick { printf("after %d\n", arg0); }
loop$target:::done { system("(kill -INT $$; echo survived ^C) 2>&1"); printf("done\n"); }
