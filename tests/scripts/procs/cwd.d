#!/usr/sbin/dtrace -s
/*
 * Working and root directory of a program, compared with those of the reader.
 * @trigger work getppid:1
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	printf("root %s, cwd %s, last part %s\n", root, cwd != "" ? "known" : "unknown",
	    basename(cwd) != "" ? "known" : "unknown");
}
