#!/usr/sbin/dtrace -Zs
/*
 * Methods by class, name and signature: three strings with lengths in one key.
 * @trigger languages hotspot
 */
#pragma D option quiet
#pragma D option aggsortkey

hotspot$target:::method-entry
{
	this->signature = copyinstr(arg5, arg6);
	@[copyinstr(arg1, arg2), copyinstr(arg3, arg4), this->signature] = count();
}

END
{
	printa("%s.%s%s %@d\n", @);
}
