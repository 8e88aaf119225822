/*
 * clear() keeps the keys, with 0; trunc() does not.
 * @trigger loop 8
 */
#pragma D option quiet

loop$target:::tick
{
	@[copyinstr(arg2)] = count();
}

END
{
	printa("%s %@d\n", @);
	clear(@);
	printf("--\n");
	printa("%s %@d\n", @);
	trunc(@);
	printf("--\n");
	printa("%s %@d\n", @);
}
