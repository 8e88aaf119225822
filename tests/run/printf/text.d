#pragma D option quiet

BEGIN
{
	printf("%s|%10s|%-10s|%.2s|%10.2s|\n", "text", "text", "text", "text", "text");
	printf("%c%c%c|%3c|%-3c|\n", 'a', 0x62, 99, 'd', 'e');
	printf("%C%C%C\n", 'a', 10, 0);
	printf("%S|%s\n", "tab\there", "tab\there");
	printf("%s|%S\n", execname, execname);
	printf("no conversion\n");
	printf("\ttab \"quoted\" \\ \101\x42\n");
	exit(0);
}
