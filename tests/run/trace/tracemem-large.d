/*
 * Records of tracemem() that do not fit on a stack: through scratch memory,
 * and the neighbouring data is intact.
 */
#pragma D option quiet

BEGIN { printf("%s ", "before"); tracemem(alloca(4000), 4000, 20); printf("behind %d\n", 7); }
BEGIN { tracemem("text", 2000, 16); exit(0); }
