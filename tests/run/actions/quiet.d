/*
 * Commands in quiet mode: text, the output of a command and text again come
 * in the order of the records; a command that is no program is the shell's to
 * complain about.
 * @trigger loop 3
 */
#pragma D option destructive
#pragma D option quiet

loop$target:::tick { printf("before %d\n", arg0); }
loop$target:::tick { system("echo command %d", arg0); }
loop$target:::tick { printf("after %d\n", arg0); }
loop$target:::done { system("(kill -INT $$; echo survived ^C) 2>&1"); printf("done\n"); }
