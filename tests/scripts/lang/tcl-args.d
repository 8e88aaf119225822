#!/usr/sbin/dtrace -Zs
/*
 * Arguments of a Tcl procedure: an array of pointers in the process.
 * @trigger languages tcl
 */
#pragma D option quiet

tcl$target:::proc-entry
/arg1 > 2/
{
	this->first = *(uintptr_t *)copyin(arg2 + sizeof(uintptr_t), sizeof(uintptr_t));
	this->second = *(uintptr_t *)copyin(arg2 + 2 * sizeof(uintptr_t), sizeof(uintptr_t));
	@[copyinstr(arg0), copyinstr(this->first), copyinstr(this->second)] = count();
}

END
{
	printa("%s %s %s: %@d\n", @);
}
