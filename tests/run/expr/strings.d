/* @trigger loop 3 */
#pragma D option quiet

BEGIN { printf("%d %d %d\n", "abc" < "abd", "abc" == "abc", "b" > "abc"); }
BEGIN { trace(execname == "dtrace" ? "is dtrace\n" : "is not\n"); }
loop$target:::tick { printf("%s ", arg0 == 1 ? copyinstr(arg2) : "none"); }
loop$target:::tick { printf("%d%d%d ", copyinstr(arg2) == "red", copyinstr(arg2) > "green", copyinstr(arg2) <= "blue"); }
loop$target:::done { trace("\n"); }
