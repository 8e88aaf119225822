/*
 * A struct that the entry fills and the return reads.
 * @trigger work refused:2:4711
 */
#pragma D option quiet

struct where {
	uint16_t family;
	uint16_t port;
	uint32_t address;
};

self struct where to;

syscall::connect:entry
/pid == $target/
{
	self->to = *(struct where *)copyin(arg1, sizeof(struct where));
}

syscall::connect:return
/self->to.port/
{
	printf("%d %x %d\n", ntohs(self->to.port), ntohl(self->to.address), errno);
	self->to.port = 0;
}
