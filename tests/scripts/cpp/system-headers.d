#!/usr/sbin/dtrace -Cs
/*
 * Headers of the system, for their constants and types.
 * @trigger work refused:2:4711 read:1:1
 */
#pragma D option quiet
#include <sys/types.h>
#include <sys/socket.h>
#include <sys/fcntl.h>
#include <errno.h>

syscall::connect:entry
/pid == $target/
{
	this->address = (struct sockaddr *)copyin(arg1, sizeof(struct sockaddr));
	self->family = this->address->sa_family;
}

syscall::connect:return
/pid == $target && errno == ECONNREFUSED/
{
	@[self->family == AF_INET ? "AF_INET" : "other", O_RDWR] = count();
	self->family = 0;
}

END
{
	printa("%s refused, O_RDWR is %d: %@d\n", @);
}
