/*
 * A clock interrupts either the kernel, then arg0 is the place, or a program,
 * then arg1 is: never both, never none.
 */
#pragma D option quiet

tick-50ms
{
	@tick["ticks"] = max(1);
	n++;
}

tick-50ms, profile-50ms
/(arg0 != 0) == (arg1 != 0)/
{
	@bad["neither or both"] = count();
}

tick-50ms
/n == 5/
{
	exit(0);
}
