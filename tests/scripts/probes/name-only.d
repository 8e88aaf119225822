/*
 * Only the function or the name, as `::read:` and `BEGIN`.
 * @trigger work read:3:10
 */
#pragma D option quiet

::read:entry
/probeprov == "syscall" && pid == $target/
{
	@[probeprov, probemod, probefunc, probename] = count();
}

syscall::read:
/pid == $target/
{
	@both[probename] = count();
}
