/*
 * A clock interrupts either the kernel, with the address in arg0, or a
 * program, with the address in arg1: always exactly one.
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
