/*
 * Unknown address families, and addresses that can't be read.
 */
#pragma D option quiet

BEGIN { printf("%s\n", inet_ntop(3, alloca(16))); }
BEGIN { printf("%s\n", inet_ntop(-1, alloca(16))); }
BEGIN { printf("%s\n", inet_ntop(2, (void *)0)); }
BEGIN { printf("%s\n", inet_ntoa((void *)-8)); }
BEGIN { printf("%s\n", inet_ntoa6((void *)16)); }
BEGIN { printf("%s\n", link_ntop(2, alloca(8))); }
BEGIN { printf("%s\n", link_ntop(1, (void *)1)); }
BEGIN { exit(0); }
ERROR { printf("fault %d %d\n", arg4, arg5); }
