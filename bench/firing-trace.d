/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces bench/firing.c with one clause for each site.
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
bench$target:::crowd, bench$1:::crowd, bench$2:::crowd, bench$3:::crowd, bench$4:::crowd, bench$5:::crowd,
bench$6:::crowd, bench$7:::crowd, bench$8:::crowd, bench$9:::crowd, bench$10:::crowd, bench$11:::crowd,
bench$12:::crowd, bench$13:::crowd, bench$14:::crowd, bench$15:::crowd { @crowd = count(); }
bench$target:::refused /arg0 == 12345/ { @refused = count(); }
