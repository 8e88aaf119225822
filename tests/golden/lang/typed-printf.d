/* @args typed */
BEGIN
{
	printf("%d %i %u %o %x %X %c %s %S %p\n", 1, pid, arg0, 3, 4, 5, (char)65, "s", execname, arg0);
	printf("%-10s|%+5d|%05.3d|%*d|%.*s|%%", "s", 1, 2, 3, 4, 5, "t");
	printf("%hhd %hd %ld %lld %llu", (char)1, (short)1, arg0, timestamp, arg1);
	printf("no conversion"); printf("%Y", timestamp); printf("%a %A", arg0, arg1);
}
