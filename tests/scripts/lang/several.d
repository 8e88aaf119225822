#!/usr/sbin/dtrace -Zs
/*
 * One script for any of several interpreters: those that do not run are ignored.
 * @trigger languages perl
 */
#pragma D option quiet

python$target:::function-entry { @["python", copyinstr(arg1)] = count(); }
perl$target:::sub-entry { @["perl", copyinstr(arg0)] = count(); }
ruby$target:::method-entry { @["ruby", copyinstr(arg1)] = count(); }
no_such_language$target:::line { @["none", copyinstr(arg9)] = count(); }

END
{
	printa("%s %s %@d\n", @);
}
