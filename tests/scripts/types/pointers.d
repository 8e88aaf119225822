/*
 * Structures of the program through pointers that copyin gives.
 * @trigger work refused:1:4711
 */
#pragma D option quiet

struct address {
	uint16_t family;
	uint16_t port;
	uint8_t ip[4];
	char zero[8];
};

syscall::connect:entry
/pid == $target/
{
	this->a = (struct address *)copyin(arg1, sizeof(struct address));
	this->ip = &this->a->ip[0];
	printf("family %d, port %d, %d.%d.%d.%d, %d\n", this->a->family, ntohs(this->a->port), this->ip[0],
	    this->ip[1], *(this->ip + 2), this->a->ip[3], this->a->zero[0]);
	printf("%d bytes further\n", (uintptr_t)&this->a->ip[2] - (uintptr_t)this->a);
}
