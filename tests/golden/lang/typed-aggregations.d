/* @args typed */
BEGIN
{
	@ = count(); @a[pid, "x", (short)1] = sum(tid); @a[1L, execname, 2] = sum(1);
	@q[execname] = quantize(arg0, 2); @min = min(arg0); @max = max(1); @avg = avg(pid);
}
END { printa(@a); printa("%d %s %@d\n", @a); printa(@min, @max); printa("%@d %15@d\n", @min, @max); }
