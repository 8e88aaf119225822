#!/usr/sbin/dtrace -s
/*
 * Bytes through sockets by call and process.
 * @trigger work send:10:300
 */
#pragma D option quiet

syscall::sendto:return,
syscall::recvfrom:return
/pid == $target && (int)arg0 > 0/
{
	@[execname, probefunc] = sum(arg0);
	@n[execname, probefunc] = count();
}

END
{
	printa("%s %s: %@d bytes, %@d times\n", @, @n);
}
