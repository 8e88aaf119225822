/*
 * A negative id is an illegal operation; with id 0 speculate() ends the
 * clause; one clause may commit several speculations.
 */
#pragma D option quiet
#pragma D option nspec=2

BEGIN { commit(-1); }
BEGIN { discard(-1); }
BEGIN { speculate(-1); x = 1; }
BEGIN { a = speculation(); b = speculation(); printf("%d %d %d\n", a, b, x); }
BEGIN { speculate(a); printf("in a\n"); }
BEGIN { speculate(b); printf("in b\n"); }
BEGIN { speculate(0); x = 2; }
BEGIN { if (a) speculate(b - 2); x = 3; }
BEGIN { commit(a); commit(b); }
BEGIN { discard(0); printf("%d\n", x); }
BEGIN { exit(0); }
ERROR { printf("fault %d\n", arg4); }
