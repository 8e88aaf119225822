/*
 * exit() in several clauses: the first that is executed ends the run, the
 * clauses behind it run no more; one in END has the last word.
 * @exit 5
 */
#pragma D option quiet

BEGIN { printf("first\n"); exit(3); printf("behind it in its clause\n"); }
BEGIN { printf("never\n"); exit(4); }
END { printf("end\n"); exit(5); }
