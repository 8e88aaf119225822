/*
 * The subroutines on strings, in edge cases.
 */
#pragma D option quiet

BEGIN { printf("%d %d %d\n", strlen("hello"), strlen(""), strlen(execname)); }
BEGIN { printf("[%s] [%s] [%s]\n", strjoin("foo", "bar"), strjoin("", ""), strjoin(execname, "!")); }
BEGIN { printf("[%s] [%s] [%s] [%s]\n", substr("hello", 1), substr("hello", -3), substr("hello", 1, 2), substr("hello", 1, -1)); }
BEGIN { printf("[%s] [%s] [%s] [%s]\n", substr("hello", 5), substr("hello", -9), substr("hello", -9, 6), substr("hello", 2, 0)); }
BEGIN { printf("[%s] [%s] [%s]\n", substr("hello", 0, -5), substr("hello", 9, 1), substr("hello", -2, 100)); }
BEGIN { printf("%d %d %d %d\n", index("hello", "l"), index("hello", "l", 3), index("hello", "l", -4), index("hello", "l", 9)); }
BEGIN { printf("%d %d %d %d\n", index("hello", ""), index("hello", "", 3), index("hello", "", 9), index("", "x")); }
BEGIN { printf("%d %d %d %d\n", rindex("hello", "l"), rindex("hello", "l", 2), rindex("hello", "h", -4), rindex("hello", "l", 9)); }
BEGIN { printf("%d %d %d %d\n", rindex("hello", ""), rindex("hello", "", 3), rindex("hello", "", 9), rindex("", "x")); }
BEGIN { printf("[%s] [%s] [%s]\n", strchr("a/b/c", '/'), strchr("abc", '/'), strchr("abc", 'a')); }
BEGIN { printf("[%s] [%s] [%s]\n", strrchr("a/b/c", '/'), strrchr("abc", '/'), strrchr("abc", 'a')); }
BEGIN { printf("[%s] [%s] [%s]\n", strstr("hello", "ll"), strstr("hello", "lx"), strstr("hello", "")); }
BEGIN { printf("[%s] [%s] [%s] [%s]\n", basename("/usr/lib"), basename("/usr/lib//"), basename(""), basename("//")); }
BEGIN { printf("[%s] [%s] [%s] [%s] [%s]\n", dirname("/usr/lib"), dirname("/usr/lib//"), dirname(""), dirname("lib"), dirname("/lib")); }
BEGIN { printf("[%s] [%s] [%s]\n", cleanpath("/a//b/../c/./d"), cleanpath("/.."), cleanpath("a/./b")); }
BEGIN { printf("[%s] [%s] [%s]\n", cleanpath("/a/.."), cleanpath("/a/b/../.."), cleanpath("/...//x/")); }
BEGIN { printf("[%s] [%s]\n", toupper("az`{AZ 09"), tolower("AZ@[az 09")); }
BEGIN { printf("%s %s %s %s\n", lltostr(0), lltostr(-9223372036854775807 - 1), lltostr(255, 16), lltostr(8, 8)); }
BEGIN { printf("%s %s %s\n", lltostr(0, 16), lltostr(0, 8), lltostr(-1, 2)); }
BEGIN { printf("%d %d %d %d\n", strtoll(" -12x"), strtoll("0xff", 16), strtoll("z", 36), strtoll("")); }
BEGIN { printf("%d %d\n", strchr("abc", '/') == NULL, NULL != strstr("hello", "ll")); }
BEGIN { exit(0); }
