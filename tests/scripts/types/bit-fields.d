/*
 * Bit-fields: written and read, signs, unchanged neighbours.
 */
#pragma D option quiet

struct header {
	unsigned int version : 4;
	unsigned int length : 12;
	int delta : 6;
	unsigned int last : 10;
};

struct header h;

BEGIN
{
	h.version = 0x1f;
	h.length = 4095;
	h.delta = -5;
	h.last = 1;
	printf("%d %d %d %d, %d bytes\n", h.version, h.length, h.delta, h.last, sizeof(h));
	h.length++;
	h.last += 1022;
	printf("%d %d %d %d\n", h.version, h.length, h.delta, h.last);
	exit(0);
}
