/*
 * printa() in a speculation prints at the commit; copied strings and faults:
 * the record of a clause that faults is lost, but the speculation goes on.
 * @trigger texts
 */
#pragma D option quiet

BEGIN { printf("id %d\n", speculation()); }
BEGIN { @n = count(); }
BEGIN { speculate(1); printf("before "); printa("%@d\n", @n); }
BEGIN { speculate(1); printf("%s", copyinstr(0x10)); }
BEGIN { @n = count(); }
BEGIN { speculate(1); printf("after the fault\n"); }
BEGIN { commit(1); }
BEGIN { exit(0); }
