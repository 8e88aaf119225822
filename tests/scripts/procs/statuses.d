#!/usr/sbin/dtrace -s
/*
 * Exit statuses of children, as wait4 returns them to the parent: read at the address seen at the entry.
 * @trigger work fork:4
 */
#pragma D option quiet

syscall::exit_group:entry
/ppid == $target/
{
	@[arg0] = count();
	statuses += arg0;
}

syscall::wait4:return
/pid == $target && (int)arg0 > 0/
{
	waited++;
}

END
{
	printf("%d children, sum of statuses %d\n", waited, statuses);
	printa("status %d: %@d\n", @);
}
