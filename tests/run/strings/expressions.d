/*
 * Results as operands, in predicates, in keys; an invalid base is a
 * fault.
 */
#pragma D option quiet

BEGIN /strjoin(execname, "!") == "dtrace!"/ { printf("predicate\n"); }
BEGIN /strlen(execname) == 7/ { printf("wrong\n"); }
BEGIN { printf("%d %d\n", strjoin("a", execname) < strjoin("a", "dtracf"), substr(execname, 1) >= "trace"); }
BEGIN { @[toupper(execname), strlen(execname)] = count(); @[strjoin("DTR", "ACE"), 6] = count(); }
BEGIN { printf("%s\n", strlen(execname) > 3 ? basename("/x/y") : dirname("/x/y")); }
BEGIN { printf("%s\n", toupper(strjoin(substr(execname, 0, 1), lltostr(strlen(basename("/bin/cat")))))); }
BEGIN { trace(strtoll("12", strlen(""))); }
BEGIN { exit(0); }
