#!/usr/sbin/dtrace -s
/*
 * A colour for each kind of call, as a terminal sequence.
 * @trigger work read:1:1 write:1:1 open:1
 */
#pragma D option quiet

inline string RED = "\033[31;1m";
inline string GREEN = "\033[32;1m";
inline string BLUE = "\033[34;1m";
inline string OFF = "\033[0m";

syscall::read:entry,
syscall::write:entry,
syscall::openat:entry,
syscall::close:entry
/pid == $target/
{
	this->colour = probefunc == "read" ? GREEN : probefunc == "write" ? RED : BLUE;
	printf("%s%-6s%s %s\n", this->colour, probefunc, OFF, execname);
}
