/*
 * bcopy() between overlapping ranges: down is exact, up is a fault.
 */
#pragma D option quiet
char *p, *q;
BEGIN { p = (char *)alloca(32); bcopy("abcdefghijklmnopqrstuvwxyz", p, 27); bcopy(p + 3, p, 20); printf("%s\n", stringof(p)); }
BEGIN { p = (char *)alloca(32); bcopy("abcdefghijklmnopqrstuvwxyz", p, 27); bcopy(p + 1, p, 25); printf("%s\n", stringof(p)); }
BEGIN { p = (char *)alloca(32); bcopy("abcdefgh", p, 9); bcopy(p, p + 8, 8); bcopy(p, p, 9); printf("%s\n", stringof(p)); }
BEGIN { p = (char *)alloca(32); bcopy("abcdefgh", p, 9); bcopy(p, p + 3, 0); printf("%s\n", stringof(p)); }
BEGIN { p = (char *)alloca(32); bcopy("abcdefgh", p, 9); q = (char *)alloca(9); bcopy(p, q, 9); bcopy(q, p + 3, 9); printf("%s\n", stringof(p)); }
BEGIN { p = (char *)alloca(32); bcopy(p, p + 3, 20); printf("not reached\n"); }
BEGIN { p = (char *)alloca(32); n = 8; bcopy(p, p + 7, n); printf("not reached\n"); }
BEGIN { exit(0); }
ERROR { printf("fault %d of clause %d\n", arg4, arg1); }
