#!/usr/sbin/dtrace -Zs
/*
 * Methods of Ruby by class, and the created objects, in one table.
 * @trigger languages ruby
 */
#pragma D option quiet

this string name;

ruby$target:::method-entry
{
	this->name = strjoin(strjoin(copyinstr(arg0), "."), copyinstr(arg1));
	@calls[basename(copyinstr(arg2)), "method", this->name] = count();
}

ruby$target:::object-create
{
	@calls[basename(copyinstr(arg1)), "new", copyinstr(arg0)] = count();
}

dtrace:::END
{
	printf("in %s\n", "all files");
	printa("%s: %-6s %-16s x %@d\n", @calls);
}
