#!/usr/sbin/dtrace -s
/*
 * Information about the calling process.
 * @trigger work getppid:1
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	printf("%s: %d threads, uid %d, parent %s, group %s, %s\n", curpsinfo->pr_fname,
	    curpsinfo->pr_nlwp, curpsinfo->pr_uid, curpsinfo->pr_ppid == ppid ? "ppid" : "other",
	    curpsinfo->pr_pgid ? "some" : "none", substr(curpsinfo->pr_psargs, strlen(curpsinfo->pr_psargs) - 9));
	printf("state %c, same thread %d, zone %s\n", curlwpsinfo->pr_sname, curlwpsinfo->pr_lwpid == tid, zonename);
}
