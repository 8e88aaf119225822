/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What bench/firing.c is traced with, one clause for each site.
 */
#pragma D option quiet

self int never;

BEGIN { printf("go\n"); }
bench$target:::count { @count = count(); }
pid$target:a.out:push_pid:entry { @push = count(); }
bench$target:::integer { @integer[arg0] = count(); }
bench$target:::string { @string[execname] = count(); }
bench$target:::record
{
	trace(arg0); trace(arg0); trace(arg0); trace(arg0);
	trace(arg0); trace(arg0); trace(arg0); trace(arg0);
}
bench$target:::text { printf("%d %s\n", arg0, execname); }
bench$target:::one { @one = sum(1); }
bench$target:::six { @six = sum(arg0 + arg1 + arg2 + arg3 + arg4 + arg5); }
bench$target:::pair { self->t = timestamp; elapsed = timestamp - self->t; }
bench$target:::unset /self->never/ { self->never = 1; }
bench$target:::element { element[arg0]++; }
bench$target:::refused /arg0 == 12345/ { @refused = count(); }
