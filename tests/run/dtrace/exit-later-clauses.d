/*
 * Later clauses of the firing that calls exit() run, and so does ERROR for their
 * faults; the last exit() sets the status. No later firing runs a clause, except END.
 * @exit 6
 */
#pragma D option quiet

BEGIN { exit(4); }
BEGIN { printf("second clause\n"); exit(5); }
BEGIN { trace(*(int *)0); }
ERROR { printf("its fault\n"); exit(6); }
tick-1ms { printf("another firing\n"); }
END { printf("end\n"); }
