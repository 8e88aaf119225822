/*
 * One value seen as two types.
 */
#pragma D option quiet

typedef union word {
	uint32_t whole;
	uint8_t bytes[4];
	struct {
		uint16_t low;
		uint16_t high;
	} half;
} word_t;

word_t w;

BEGIN
{
	w.whole = 0x11223344;
	printf("%x %x %x %x\n", w.bytes[0], w.bytes[3], w.half.low, w.half.high);
	w.bytes[1] = 0xff;
	printf("%x %d\n", w.whole, sizeof(word_t));
	exit(0);
}
