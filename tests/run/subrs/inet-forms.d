/*
 * The forms of an IPv4 address in an IPv6 one, InfiniBand's addresses, texts of addresses as keys.
 */
#pragma D option quiet

BEGIN
{
	this->p = (uint32_t *)alloca(20);
	this->p[2] = 0xffff0000;
	this->p[3] = 0x04030201;
	printf("%s %s %s\n", inet_ntoa6(this->p), inet_ntoa6(this->p, 1), inet_ntoa6(this->p, 0));
	this->p[2] = 0;
	printf("%s %s %s\n", inet_ntoa6(this->p), inet_ntoa6(this->p, -5), inet_ntoa6(this->p, 0));
}
BEGIN
{
	this->p = (uint32_t *)alloca(20);
	this->p[3] = 0x04030201;
	printf("%s|%s\n", link_ntop(32, this->p), strjoin(inet_ntoa(this->p + 3), "!"));
	@[inet_ntop(2, this->p + 3), inet_ntop(10, this->p)] = count();
}
BEGIN { exit(0); }
