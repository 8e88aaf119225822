/*
 * Casts truncate and extend, signs are kept.
 */
#pragma D option quiet

BEGIN
{
	this->big = 0x123456789abcdef0;
	printf("%x %x %x\n", (uint32_t)this->big, (uint16_t)this->big, (uint8_t)this->big);
	printf("%d %d\n", (int8_t)this->big, (int)(char)0x80);
	printf("%d %u\n", (int)-1, (unsigned int)-1);
	printf("%d\n", (int64_t)(uint32_t)-1);
	printf("%s\n", (int)"text" ? "not empty" : "empty");
	exit(0);
}
