/*
 * One byte after or before an allocation is a fault.
 * @filter addr
 */
#pragma D option quiet

BEGIN { trace(((char *)alloca(5))[5]); }
BEGIN { trace(((char *)alloca(5))[tid * 0 - 1]); }
BEGIN { trace(*(int *)((char *)alloca(5) + 2)); }
BEGIN { ((char *)alloca(5))[5] = 1; }
BEGIN { ((long *)alloca(15))[1] = 1; }
BEGIN { bcopy(curthread->comm, alloca(15), 16); }
BEGIN { bcopy(curthread->comm, (char *)alloca(16) + 1, 16); }
BEGIN { *(int *)curthread = 1; }
BEGIN { ((struct task_struct *)curthread)->comm[0]++; }
BEGIN { *(char *)&`schedule = 1; }
BEGIN { printf("%d %d\n", ((char *)alloca(5))[4], ((int *)alloca(tid * 0 + 8))[1]); exit(0); }
