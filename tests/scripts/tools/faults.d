#!/usr/sbin/dtrace -s
/*
 * Page faults by program and kind, between the third and the fourth mark of each process.
 * @trigger pages 101
 */
#pragma D option quiet

syscall::getppid:return
/pid == $target || ppid == $target/
{
	self->marks++;
}

vminfo:::as_fault,
vminfo:::cow_fault
/self->marks == 3/
{
	@[probename, pid == $target ? "parent" : "child"] = sum(arg0);
}

END
{
	printa("%-10s %-6s %@d\n", @);
}
