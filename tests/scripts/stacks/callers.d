/*
 * The caller alone, by its name.
 * @trigger nest 4
 */
#pragma D option quiet

pid$target:a.out:inner:entry,
pid$target:a.out:left:entry
{
	@[probefunc, ufunc(ucaller)] = count();
}

END
{
	printa("%s from %A: %@d\n", @);
}
