#!/usr/sbin/dtrace -s
/*
 * connect(2) with address and port, from the structure that the program passes.
 * @trigger work refused:3:9
 */
#pragma D option quiet

BEGIN
{
	name[0] = "connected";
	name[ECONNREFUSED] = "refused";
	name[ETIMEDOUT] = "timed out";
}

syscall::connect:entry
/pid == $target/
{
	this->s = (struct sockaddr_in *)copyin(arg1, sizeof(struct sockaddr_in));
	self->family = this->s->sin_family;
	self->port = ntohs(this->s->sin_port);
	self->address = inet_ntop(this->s->sin_family, &this->s->sin_addr);
}

syscall::connect:return
/self->family == AF_INET/
{
	@[execname, self->address, self->port, name[errno]] = count();
	self->family = 0;
	self->port = 0;
	self->address = 0;
}

END
{
	printa("%s %s %d %s %@d\n", @);
}
