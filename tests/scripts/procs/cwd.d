#!/usr/sbin/dtrace -s
/*
 * Where a program runs: its folder and root, compared with the reader's.
 * @trigger work getppid:1
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	printf("root %s, cwd %s, last part %s\n", root, cwd != "" ? "known" : "unknown",
	    basename(cwd) != "" ? "known" : "unknown");
}
