/*
 * Aggregations in one printa() join by key although their layouts differ: each
 * has strings as long as its own longest text, stacks of its own depth, numbers
 * as wide as its own values, and those after the first ones, whose maps are
 * shared, longer tuples.
 */
#pragma D option quiet

BEGIN
{
	@a[execname, 1] = count();
	@b["dtrace", 1] = sum(7);
	printa("%s %d %@d %@d\n", @a, @b);
	printa("%s %d %@d %@d\n", @b, @a);
	printa(@a, @b);

	@s["a"] = sum(1);
	@n["abcdefgh1"] = sum(2);
	@n["abcdefgh2"] = sum(3);
	printa("%s %@d %@d\n", @s, @n);
	setopt("aggsortkey");
	printa("%s %@d %@d\n", @n, @s);

	@i[1] = sum(1);
	@i[-1] = sum(2);
	@w[1] = sum(4);
	@w[-1] = sum(8);
	@w[1LL << 40] = sum(16);
	printa("%d %@d %@d\n", @i, @w);
	printa("%d %@d %@d\n", @w, @i);

	@m["x", (int8_t)-1, "y"] = sum(1);
	@l["x", (int8_t)-1, "y"] = sum(2);
	@l["longer than x", (int8_t)-1, "longer than y"] = sum(4);
	printa("%s %d %s %@d %@d\n", @m, @l);
	printa("%s %d %s %@d %@d\n", @l, @m);

	@u3[usym(1), ustack(3)] = sum(1);
	@u9[usym(1), ustack(9)] = sum(2);
	printa("%@d %@d\n", @u3, @u9);
}

BEGIN
{
	@s1["k"] = sum(1); @s2["k"] = sum(1); @s3["k"] = sum(1);
	@s4["k"] = sum(1); @s5["k"] = sum(1); @s6["k"] = sum(1);
	@s7["k"] = sum(1); @s8["k"] = sum(1); @s9["k"] = sum(1);
	@last["k"] = sum(2);
	@last["only here"] = sum(4);
	printa("%s %@d %@d\n", @last, @s);
	printa("%s %@d %@d\n", @s, @last);
	trunc(@s1); trunc(@s2); trunc(@s3); trunc(@s4); trunc(@s5);
	trunc(@s6); trunc(@s7); trunc(@s8); trunc(@s9);
	exit(0);
}
