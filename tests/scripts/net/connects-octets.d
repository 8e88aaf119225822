#!/usr/sbin/dtrace -s
/*
 * The same without inet_ntop: the octets by shifts, the ports by swapping bytes.
 * @trigger work refused:2:9
 */
#pragma D option quiet

syscall::connect:entry
/pid == $target/
{
	this->s = (struct sockaddr_in *)copyin(arg1, arg2);
	this->port = (this->s->sin_port & 0xff00) >> 8 | (this->s->sin_port & 0xff) << 8;
	this->a = (uint8_t *)&this->s->sin_addr;
	this->a1 = strjoin(lltostr(this->a[0] + 0ULL), strjoin(".", strjoin(lltostr(this->a[1] + 0ULL), ".")));
	this->a2 = strjoin(lltostr(this->a[2] + 0ULL), strjoin(".", lltostr(this->a[3] + 0ULL)));
	printf("%s:%d\n", strjoin(this->a1, this->a2), this->port);
}
