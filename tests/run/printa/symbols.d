/*
 * %@a and %@A show values that are addresses by their names, as they do keys.
 * @trigger nest 1
 */
#pragma D option quiet

nest$target:::inner /arg0 == 0/ { @user = max(arg1); }
BEGIN { @kernel = max((uintptr_t)&`do_exit); @key[(uintptr_t)&`do_exit] = count(); }
END
{
	printa("|%@a|%@20a|%@-20a|\n", @kernel);
	printa("%a %@d\n", @key);
	printa("|%@A|%@20A|%@-20A|\n", @user);
}
