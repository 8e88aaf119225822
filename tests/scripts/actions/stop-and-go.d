#!/usr/sbin/dtrace -wqs
/*
 * stop() at a call, then a command that examines the process and continues it.
 * @trigger work getppid:1
 */
syscall::getppid:entry
/pid == $target/
{
	stop();
	system("until grep -q 'State:.T' /proc/%d/status; do :; done; echo stopped; kill -CONT %d", pid, pid);
}

syscall::exit_group:entry
/pid == $target/
{
	printf("went on\n");
}
