/*
 * The keys of an aggregation are evaluated before its arguments, from left to
 * right.
 */
#pragma D option quiet

BEGIN
{
	s = "read 512";
	x = 5;
	@size[strtok(s, " ")] = sum(strtoll(strtok(NULL, " ")));
	@pair[strtok(s, " "), strtok(NULL, " ")] = count();
	@next[x++] = max(x);
	@both[x++, ++x] = lquantize(x, 0, 20, 1, x += 2);
	printa("%s %@d\n", @size);
	printa("%s %s %@d\n", @pair);
	printa("%d %@d\n", @next);
	printa("%d %d %@d", @both);
	printf("%d\n", x);
	exit(0);
}
