/*
 * exit() in several clauses: the first one executed ends the run after this
 * firing, whose later clauses run; one in END sets the final status.
 * @exit 5
 */
#pragma D option quiet

BEGIN { printf("first\n"); exit(3); printf("behind it in its clause\n"); }
BEGIN { printf("same firing\n"); exit(4); }
END { printf("end\n"); exit(5); }
