/*
 * A page fault fires where it occurs: arg1 is the address in the program, arg0
 * that in the kernel, never both; not in an interrupt, and in the faulting thread.
 * @trigger counts page_faults 300
 */
#pragma D option quiet

self int on;

syscall::getppid:entry
/pid == $target/
{
	self->on = !self->on;
}

cpc:::page_faults-all-1
/self->on/
{
	@[probename, ufunc(arg1), arg0, ipl, execname] = max(1);
}
