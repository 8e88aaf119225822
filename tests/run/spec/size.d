/*
 * Each record takes 8 bytes plus its data from specsize: here 24 bytes, so two fit.
 * @args -x specsize=48
 */
#pragma D option quiet

BEGIN { a = speculation(); }
BEGIN { speculate(a); printf("%d %d\n", (int64_t)1, (int64_t)2); }
BEGIN { speculate(a); printf("%d %d\n", (int64_t)3, (int64_t)4); }
BEGIN { commit(a); }
BEGIN { exit(0); }
