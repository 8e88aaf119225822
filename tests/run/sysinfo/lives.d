/*
 * Bytes, calls and threads of a program that prints its own counts.
 * @trigger lives
 * @lock lives
 */
#pragma D option quiet

sysinfo:::writech
/pid == $target/
{
	@["writech"] = sum(arg0);
}

sysinfo:::syswrite, sysinfo:::nthreads, sysinfo:::sysfork, sysinfo:::sysvfork
/pid == $target/
{
	@[probename] = sum(arg0);
}

/* without reads of the loader */
syscall::read:entry
/pid == $target/
{
	self->is_ours = arg2 == 1000;
}

sysinfo:::sysread
/pid == $target && self->is_ours/
{
	@["sysread"] = sum(arg0);
}

sysinfo:::readch
/pid == $target && self->is_ours/
{
	@["readch"] = sum(arg0);
}

sysinfo:::sysexec
/execname == "lives" && pid != $target/
{
	@["sysexec"] = sum(arg0);
}
