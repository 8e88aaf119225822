/*
 * Wide characters, which are shown in UTF-8. wchar_t is that of programs, not
 * the kernel's, which has 2 bytes.
 */
#pragma D option quiet

wchar_t text[4];

BEGIN
{
	text[0] = 0x20ac; text[1] = 'u'; text[2] = 0xe9;
	printf("%ws|%ls|%8ws|%-8ws|%.4ls|%wS\n", text, text, text, text, text, text);
	printf("%lc|%wc|%4lc|%-4wc|%lC\n", 0x20ac, 0xe9, 0xe9, 0x1f600, 0xe9);
	printf("%c|%s\n", 0x20ac, "u");
	@[0xe9] = count();
	printa("%lc %@d\n", @);
	exit(0);
}
