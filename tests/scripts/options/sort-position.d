/*
 * The second of two aggregations that are printed together decides the order.
 * @trigger loop 10
 */
#pragma D option quiet
#pragma D option aggsortpos=1

loop$target:::tick
{
	@n[copyinstr(arg2)] = count();
	@s[copyinstr(arg2)] = sum(-arg0);
}

END
{
	printa("%-6s %@3d %@5d\n", @n, @s);
}
