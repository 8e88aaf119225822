/*
 * Names are cut to strsize like the constants that they are compared with.
 * @awk !/ calls, /
 * @trigger funcs 2
 */
#pragma D option quiet
#pragma D option strsize=4
BEGIN /execname == "dtrace"/ { printf("%d %s\n", strlen(execname), execname); }
BEGIN /probename == "BEGIN" && probeprov == "dtrace"/ { printf("%d %s\n", strlen(probename), probename); }
BEGIN { s = execname; a[s] = 1; printf("%d %d %s\n", a["dtrace"], s == "dtrace", strjoin(execname, "x")); }
BEGIN { printf("%s %s %s %s %d\n", signame(9), strerror(2), signame(77), strerror(777), signame(9) == "SIGKILL"); }
pid$target:a.out:deep:entry, pid$target:a.out:deep:return
{
	@[execname, probeprov, probefunc, probename] = count();
	@same = sum(execname == "funcs" && probefunc == "deep" && strlen(probename) == 3);
	@name[probename == "entry" ? "entry" : probename == "return" ? "return" : "none"] = count();
	@prov[strlen(probeprov), probeprov == "pid1"] = count();
}
END { printa("%s %s %s %s %@d\n", @); printa(@same); printa("%s %@d\n", @name); printa("%d %d %@d\n", @prov); }
