/*
 * Undeclared variables keep 64 bits, whatever is assigned first.
 */
#pragma D option quiet

BEGIN
{
	start = 0;
	self->t = 0;
	this->u = 0;
	kept["a"] = 0;
	start = 0x123456789abcdef;
	self->t = 0x123456789abcdef;
	this->u = 0x123456789abcdef;
	kept["a"] = 0x123456789abcdef;
	printf("%x %x %x %x\n", start, self->t, this->u, kept["a"]);
	now = 0;
	now = timestamp;
	printf("%d\n", (timestamp - now) / 1000000000);
	exit(0);
}
