/*
 * errno at the return of calls that fail and that succeed, and at other
 * probes; epid: the number of the clause at its probe, as in messages about
 * faults.
 * @trigger calls 3
 */
#pragma D option quiet

BEGIN
{
	printf("%d %d\n", errno, epid);
}

syscall::sched_get_priority_max:return
/pid == $target/
{
	printf("%d: %d\n", arg0, errno);
}

syscall::process_vm_readv:return
/pid == $target && errno == 22/
{
	@readv[errno] = count();
}

syscall::openat:entry
/pid == $target && arg5 == 0x5ca11/
{
	self->own = 1;
}

syscall::openat:return
/self->own && errno/
{
	@open[errno] = count();
}

syscall::sched_get_priority_max:entry
/pid == $target && arg0 == 1/
{
	self->n = errno;
	printf("entry: %d\n", self->n);
}

END
{
	printf("%d\n", 1 / errno);
}

END
{
	printf("%d\n", epid);
}
