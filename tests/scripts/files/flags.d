#!/usr/sbin/dtrace -s
/*
 * Flags of open(2) as text, by bits.
 * @trigger work read:1:1 write:1:1
 */
#pragma D option quiet

inline int ACCESS = 3;

syscall::openat:entry
/pid == $target/
{
	this->way = (arg2 & ACCESS) == O_RDONLY ? "O_RDONLY" : (arg2 & ACCESS) == O_WRONLY ? "O_WRONLY" : "O_RDWR";
	this->way = strjoin(this->way, arg2 & O_CREAT ? "|O_CREAT" : "");
	@[copyinstr(arg1), this->way] = count();
}

END
{
	printa("%s %s %@d\n", @);
}
