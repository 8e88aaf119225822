/*
 * The largest values, the smallest, none.
 * @trigger loop 55
 */
#pragma D option quiet

loop$target:::tick
{
	@top[arg0 % 10] = sum(arg0);
	@bottom[arg0 % 10] = sum(arg0);
	@none[arg0 % 10] = count();
}

END
{
	trunc(@top, 2);
	trunc(@bottom, -2);
	trunc(@none);
	printf("top\n");
	printa("  %d %@d\n", @top);
	printf("bottom\n");
	printa("  %d %@d\n", @bottom);
	printf("none\n");
	printa("  %d %@d\n", @none);
}
