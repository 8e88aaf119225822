/*
 * Operands of the command line, as numbers and as strings; $$0 and ids.
 * @args -- 17 0x20 -3 "two words" word
 */
#pragma D option quiet

BEGIN
/$pid > 1 && $ppid > 0 && $uid == 0 && $euid == 0 && $gid == 0 && $egid == 0 && $target == 0/
{
	printf("%d %d %d\n", $1, $2, $3);
	printf("<%s> <%s> <%s>\n", $$1, $$4, $$5);
	printf("%d\n", $1 + $2 * $3);
	exit(0);
}
