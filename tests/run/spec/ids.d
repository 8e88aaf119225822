/*
 * speculation() gives each id once, then 0; what was discarded is free at
 * once, what was committed when it was printed (not before BEGIN is over).
 * @args -x nspec=2
 */
#pragma D option quiet

BEGIN { printf("%d %d", speculation(), speculation()); }
BEGIN { printf(" %d\n", speculation()); }
BEGIN { discard(2); discard(2); discard(0); discard(-1); discard(3); }
BEGIN { printf("discarded: %d\n", speculation()); }
BEGIN { commit(1); } BEGIN { commit(1); } BEGIN { commit(0); } BEGIN { commit(-1); } BEGIN { commit(3); }
BEGIN { printf("committed: %d\n", speculation()); }
BEGIN { discard(2); }
BEGIN { exit(0); }
END { printf("at the end: %d", speculation()); }
END { printf(" %d", speculation()); }
END { printf(" %d\n", speculation()); }
