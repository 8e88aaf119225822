#!/usr/sbin/dtrace -Cs
/*
 * The same with options as macros: columns and a filter that are chosen at compile time.
 * @trigger work open:1 missing:2
 * @args -D OPT_errors=1 -D OPT_name=0
 */
#pragma D option quiet

#ifndef OPT_errors
#define OPT_errors 0
#endif

inline int ONLY_ERRORS = OPT_errors;
inline int SHOW_NAME = OPT_name;

syscall::openat:entry
/pid == $target/
{
	self->path = copyinstr(arg1);
	self->ok = 1;
}

syscall::openat:return
/self->ok && (ONLY_ERRORS == 0 || errno != 0)/
{
	SHOW_NAME ? printf("%s ", execname) : 1;
	printf("%s: %d\n", self->path, errno);
}

syscall::openat:return
{
	self->ok = 0;
	self->path = 0;
}
