#!/usr/sbin/dtrace -s
/*
 * Results of a kernel function: negative ones by their value.
 * @trigger work read:3:10 missing:4
 * @needs kprobe
 */
#pragma D option quiet

fbt::do_sys_openat2:return
/pid == $target/
{
	@[arg1 < 0 ? "failed" : "opened", arg1 < 0 ? -arg1 : 0] = count();
}

END
{
	printa("%s %d: %@d\n", @);
}
