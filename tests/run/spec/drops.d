/*
 * A speculation holds specsize bytes: a record that does not fit is dropped
 * and counted, a smaller one still fits. Calls of speculation() without a free
 * one are also counted.
 * @args -x specsize=40
 */
#pragma D option quiet

BEGIN { printf("%d", speculation()); }
BEGIN { printf(" %d", speculation()); }
BEGIN { printf(" %d\n", speculation()); }
BEGIN { speculate(1); printf("sixteen bytes %d\n", 1); }
BEGIN { speculate(1); printf("sixteen bytes %d\n", 2); }
BEGIN { speculate(1); printf("sixteen bytes %d\n", 3); }
BEGIN { speculate(1); printf("sixteen bytes %d\n", 4); }
BEGIN { speculate(1); printf("eight bytes\n"); }
BEGIN { commit(1); }
BEGIN { printf("busy: %d\n", speculation()); }
BEGIN { exit(0); }
