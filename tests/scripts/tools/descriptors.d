#!/usr/sbin/dtrace -s
/*
 * Descriptors that are read and written, by patterns of calls; only those of files.
 * @trigger work read:8:1 write:4:1
 */
#pragma D option quiet

syscall::*read*:entry,
syscall::*write*:entry
/pid == $target && probefunc != "readlink" && fds[arg0].fi_name != ""/
{
	@[probefunc, fds[arg0].fi_name] = lquantize(arg0, 0, 8, 1);
}

END
{
	printa("%s of %s%@d\n", @);
}
