/*
 * Addresses of both families.
 */
#pragma D option quiet

BEGIN
{
	this->four = (uint32_t *)alloca(4);
	*this->four = htonl(0x0a000102);
	this->six = (uint64_t *)alloca(16);
	this->six[0] = htonll(0x20010db800000000);
	this->six[1] = htonll(1);
	printf("%s %s\n", inet_ntop(AF_INET, this->four), inet_ntop(AF_INET6, this->six));
	printf("%s %s\n", inet_ntoa(this->four), inet_ntoa6(this->six));
	exit(0);
}
