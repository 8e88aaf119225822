#!/usr/sbin/dtrace -s
/*
 * Failures by program and call; the text is in the middle of the row, the number before it has its width after the @.
 * @trigger work missing:6 ioctl:2 mkdir:1
 */
#pragma D option quiet

inline string text_of[int e] = e == ENOENT ? "not there" : e == EEXIST ? "there already" :
    e == ENOTTY ? "no terminal" : lltostr(e);

syscall:::return
/errno && pid == $target && (probefunc == "openat" || probefunc == "ioctl" || probefunc == "mkdirat")/
{
	@failed[execname, probefunc, errno, text_of[errno]] = count();
}

END
{
	printa("%s/%-8s %3d %-14s %5@d\n", @failed);
}
