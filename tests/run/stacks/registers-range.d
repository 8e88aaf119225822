/*
 * A computed index of uregs[] that is out of range is a fault.
 */
#pragma D option quiet

BEGIN { printf("%d\n", uregs[pid * 0 + 20]); }
BEGIN { printf("%d\n", uregs[pid * 0 + 100]); }
BEGIN { printf("%d\n", uregs[pid * 0 - 1]); exit(0); }
ERROR { printf("%d %d\n", arg4, arg5); exit(0); }
