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
BEGIN
{
	/* the address is made where it is used, beside other memory of the clause */
	this->h = (uint64_t *)alloca(8);
	*this->h = 42;
	this->a = inet_ntop(2, alloca(4));
	this->p = (uint32_t *)alloca(4);
	*this->p = 77;
	printf("%s %d %d\n", this->a, *this->h, *this->p);
}
BEGIN
{
	printf("%s > %s %s\n", inet_ntop(2, alloca(4)), inet_ntop(10, alloca(16)), strjoin("a", inet_ntop(2, alloca(4))));
	@both[inet_ntop(2, alloca(4)), inet_ntop(10, alloca(16))] = count();
}
BEGIN { exit(0); }
