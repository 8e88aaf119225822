#pragma D option quiet

BEGIN
{
	printf("%d|%i|%u|%o|%x|%X\n", -1, 42, 42, 8, 255, 255);
	printf("%5d|%-5d|%05d|%+d|% d|%.3d\n", 42, 42, 42, 42, 42, 7);
	printf("%#x|%#o|%8.4x|%-8x|\n", 255, 8, 255, 255);
	printf("%x|%x|%x|%x\n", (char)-1, (short)-1, (int)-1, -1L);
	printf("%u|%u\n", (char)-1, (short)-1);
	printf("%hhd|%hd|%d|%ld|%lld\n", (char)-5, (short)-5, -5, -5L, -5LL);
	printf("%*d|%-*d|%.*d\n", 6, 1, 6, 2, 4, 3);
	printf("%p|%?x\n", 0xdeadbeef, 0xdeadbeef);
	printf("%%|100%%\n");
	printf("%d %d\n", 0x7fffffffffffffff, -0x7fffffffffffffff - 1);
	printf("%u\n", (uint64_t)-1);
	exit(0);
}
