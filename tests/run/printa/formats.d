/* @trigger loop 6 */
#pragma D option quiet

loop$target:::tick { @a[arg1, copyinstr(arg2)] = sum(arg0 - 3); @b = count(); @q[arg0 < 3] = quantize(arg0); }
loop$target:::done
{
	printa("%d %s %@d\n", @a);
	printa("%5d|%-6s|%@8d|\n", @a);
	printa("%@d only the value\n", @a);
	printa("%d only a key\n", @a);
	printa("%@u %@x\n", @b);
	printa("no conversion\n", @b);
	printa("[%d]%@d", @q);
}
