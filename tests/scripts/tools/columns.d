#!/usr/sbin/dtrace -Cs
/*
 * A tool with switches that a wrapper sets: columns, a filter by program, a
 * filter by size. Features that are not switched on cost nothing.
 * @trigger work read:3:1000 write:2:500 read:1:10
 * @args -DSHOW_WHO=1 -DSHOW_WHEN=0 -DPROGRAM='"work"' -DAT_LEAST=100
 */
#pragma D option quiet
#pragma D option switchrate=10hz

inline int with_who = SHOW_WHO;
inline int with_when = SHOW_WHEN;
inline int by_program = PROGRAM != "";
inline string wanted_program = PROGRAM;

BEGIN
{
	with_when ? printf("%-16s ", "when") : 1;
	with_who ? printf("%-8s ", "who") : 1;
	printf("%-6s %6s\n", "call", "bytes");
}

syscall::read:entry,
syscall::write:entry
/pid == $target/
{
	self->wanted = by_program == 0;
	(by_program == 1 && execname == wanted_program) ? self->wanted = 1 : 1;
	arg2 < AT_LEAST ? self->wanted = 0 : 1;
}

syscall::read:return,
syscall::write:return
/self->wanted/
{
	with_when ? printf("%-16d ", timestamp) : 1;
	with_who ? printf("%-8s ", execname) : 1;
	printf("%-6s %6d\n", probefunc, (int)arg0);
	self->wanted = 0;
}
