/*
 * New pages, and pages that a child copies.
 * @trigger pages 101
 */
#pragma D option quiet

syscall::getppid:return
/execname == "pages"/
{
	self->call++;
}

/* between the second pair of calls */
vminfo:::as_fault, vminfo:::cow_fault, vminfo:::prot_fault
/self->call == 3/
{
	@[pid == $target ? "parent" : "child", probename] = sum(arg0);
}

/* each fault is one for sysinfo too */
sysinfo:::trap
/self->call == 3/
{
	@[pid == $target ? "parent" : "child", probename] = sum(arg0);
}
