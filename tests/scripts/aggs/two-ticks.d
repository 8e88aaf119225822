/*
 * Printed and cleared at each interval: the sum of all printed values is the number of firings.
 * @trigger work getppid:40 nap:2:10000 getppid:60
 * @awk /^n/ { n += $2 } /^s/ { s += $2 } END { print n, s }
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	@n = count();
	@s = sum(3);
}

tick-5ms
{
	printa("n %@d\n", @n);
	printa("s %@d\n", @s);
	clear(@n);
	trunc(@s);
}

END
{
	printa("n %@d\n", @n);
	printa("s %@d\n", @s);
}
