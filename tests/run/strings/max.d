/*
 * copyinstr(addr, max): at most max bytes, and never more than strsize - 1.
 * @trigger texts
 */
#pragma D option quiet
#pragma D option strsize=32

texts$target:::touched
{
	printf("<%s> <%s> <%s> ", copyinstr(arg0, 1), copyinstr(arg0, 3), copyinstr(arg0, 100));
	printf("<%s>\n", copyinstr(arg0, 7));
}
texts$target:::lengthy { printf("<%s> <%s>\n", copyinstr(arg0), copyinstr(arg0, 100)); }
texts$target:::lengthy { @[copyinstr(arg0, 5)] = count(); }
texts$target:::edge { @[copyinstr(arg0, 5)] = count(); }
