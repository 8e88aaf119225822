#!/usr/sbin/dtrace -Zs
/*
 * Functions of JavaScript: the three most frequently called ones.
 * @trigger languages javascript
 */
#pragma D option quiet
#pragma D option aggsortrev

javascript$target:::function-entry
{
	@[copyinstr(arg0), copyinstr(arg1), copyinstr(arg2)] = count();
}

END
{
	printf("%-20s %-8s %-8s %s\n", "from", "class", "name", "times");
	trunc(@, 3);
	printa("%-20s %-8s %-8s %@d\n", @);
}
