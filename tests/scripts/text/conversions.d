/*
 * Conversions of printf.
 */
#pragma D option quiet

BEGIN
{
	printf("[%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42);
	printf("[%x] [%X] [%#x] [%o] [%u]\n", 255, 255, 255, 8, 7);
	printf("[%s] [%10s] [%-10s] [%.2s]\n", "text", "text", "text", "text");
	printf("[%c] [%%] [%i]\n", 'A', 3);
	printf("[%hd] [%ld] [%lld] [%hhd]\n", (short)1, 2L, 3LL, (char)4);
	printf("[%*d] [%-*d] [%.*s]\n", 6, 1, 6, 1, 3, "abcdef");
	printf("[%S] [%p]\n", "tab\tnew\n", 0x1234);
	exit(0);
}
