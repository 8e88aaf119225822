/*
 * Numbers and texts.
 */
#pragma D option quiet

BEGIN
{
	printf("%s %s %s\n", lltostr(42), lltostr(-42), lltostr(255, 16));
	printf("%d %d %d\n", strtoll("42"), strtoll("-0x1f", 16), strtoll("777", 8));
	printf("%s\n", strjoin("pid ", lltostr($pid > 0)));
	printf("%x %x %x\n", htons(0x1234), htonl(0x12345678), ntohs(0x1234));
	printf("%s\n", inet_ntoa((ipaddr_t *)alloca(4)));
	exit(0);
}
