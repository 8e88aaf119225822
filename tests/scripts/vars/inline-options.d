/*
 * Options of a script as inlines, chains of ?: on them, and the actions that they choose.
 * @trigger loop 4
 */
#pragma D option quiet

inline int OPT_verbose = 1;
inline int OPT_sum = 0;
inline int FILTER = (OPT_verbose || OPT_sum) ? 1 : 0;
inline string TITLE = OPT_sum ? "sum" : OPT_verbose ? "verbose" : "plain";

BEGIN
{
	printf("%s\n", TITLE);
}

loop$target:::tick
/FILTER == 0 || arg0 > 1/
{
	OPT_verbose ? printf("tick %d\n", arg0) : 1;
	OPT_sum ? @sum[probename] = sum(arg0) : 1;
	!OPT_sum ? @count[probename] = count() : 1;
}

END
{
	OPT_sum ? printa("%s %@d\n", @sum) : printa("%s: %@d\n", @count);
}
