/*
 * Addresses by module and function: usym and umod as keys.
 * @trigger nest 5
 */
#pragma D option quiet

nest$target:::inner
{
	@functions[usym(arg1)] = count();
	@modules[umod(arg1)] = count();
}

END
{
	printa("%A %@d\n", @functions);
	printa("%A %@d\n", @modules);
}
