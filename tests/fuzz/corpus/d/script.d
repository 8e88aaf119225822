0enum color { RED, GREEN = 1 << 4, BLUE };
inline int LIM = 2 * 8 + 1;
BEGIN { exit(0); }
foo*:::bar /pid == $target && execname == "x" && arg0 > LIM/
{
	@a[execname, 'nbytes', copyinstr(arg0, 6)] = count();
	@q = quantize(arg1);
	@s[pid] = sum(arg1 + tid * 2);
	@s[5L] = sum((char)arg2);
	@m = max(arg0 ? 1 : 2L);
	trace(1); trace("x"); trace((char)-1); trace(arg0 ^^ arg1);
	printf("%s %d %*d %-5x%%\n", execname, pid, 10, arg0, (uint8_t)200);
	trace(timestamp / 1000); trace(-5 / 2); trace(1U - 2); trace(0x80000000 + 1); trace(sizeof (struct { int a; char b; }) + GREEN);
	trace(copyinstr(arg0) < "abc"); trace("a" < "b"); trace(arg0 << 3 | ~arg1); trace(!pid);
}
END { printa(@a); printa("%d %@d\n", @s); printa(@q, @m); trace((long *)arg0 + 2) }
