/*
 * Names of errno.d, signal.d, unistd.d, sched.d, io.d, procfs.d and net.d.
 */
#pragma D option quiet

int table[SIGKILL];

BEGIN { printf("%d %d %d %d\n", EPERM, ENOTSUP, EWOULDBLOCK, EHWPOISON); }
BEGIN { printf("%d %d %d %d\n", SIGHUP, SIGIO, SIGCLD, SIGRTMAX); }
BEGIN { printf("%d %d %d\n", CLD_EXITED, CLD_DUMPED, CLD_CONTINUED); }
BEGIN { printf("%d %d\n", DTRACEFLT_DIVZERO, DTRACEFLT_LIBRARY); }
BEGIN { printf("%x %x %o %o\n", B_READ, B_ASYNC, O_CREAT, O_SYNC); }
BEGIN { printf("%d %d %d\n", SRUN, PR_MODEL_LP64, PR_IDLE); }
BEGIN { printf("%d %d %d\n", AF_INET, AF_INET6, ARPHRD_INFINIBAND); }
BEGIN { printf("%d\n", 1 / (SIGKILL - 9 + EPERM)); exit(0); }
