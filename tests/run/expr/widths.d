/*
 * Casts truncate, and extend according to the sign of their type; operands are
 * promoted as in C; 64 bits wrap.
 * @trigger loop 8
 */
#pragma D option quiet

loop$target:::tick
/arg0 == 7/
{
	printf("%d %d\n", (char)(arg0 + 193), (uint8_t)(arg0 + 193));
	printf("%d %d\n", (short)(arg0 + 39993), (uint16_t)(arg0 + 39993));
	printf("%d %u\n", (int)(arg0 + 2999999993), (uint32_t)(arg0 + 2999999993));
	printf("%d\n", arg0 * 0x7fffffffffffffff);
	printf("%d\n", (int)0x7fffffff + (int)(arg0 - 6));
	printf("%d\n", (-9223372036854775807 - (arg0 - 6)) / (arg0 - 8));
	printf("%d\n", (uint32_t)(arg0 - 8) > (int)1);
	printf("%d\n", (int)(arg0 - 8) > (int)1);
	printf("%d\n", (uint64_t)(arg0 - 8) > 1);
	printf("%d %d %d\n", sizeof (int), sizeof (long), sizeof (pid));
}
