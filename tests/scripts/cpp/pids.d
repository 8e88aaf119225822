#!/usr/sbin/dtrace -Cs
/*
 * Macro variables about the command together with preprocessor macros.
 * @trigger work getppid:2
 */
#pragma D option quiet

#define OURS (pid == $target && ppid == $pid)

syscall::getppid:entry
/OURS/
{
	@[uid == $uid, gid == $gid, $euid == $uid] = count();
}

END
{
	printa("%d %d %d: %@d\n", @);
}
