#!/usr/sbin/dtrace -s
/*
 * args[] of a provider have its types: pointers to characters of the process, numbers with their signs, arrays.
 * @trigger languages tcl
 */
#pragma D option quiet

tcl$target:::proc-entry
/args[0] == "load"/
{
	this->words = args[2];
	printf("%s of %d: %s, %s, %c\n", stringof(args[0]), args[1], stringof(args[2][1]),
	    copyinstr((uintptr_t)this->words[2]), args[2][1][0]);
	printf("%d %s\n", strlen(args[0]), strjoin(args[0], "ed"));
}

tcl$target:::proc-return
/args[1] == 0/
{
	@[stringof(args[0])] = count();
}

END
{
	printa("%-8s %@d\n", @);
}
