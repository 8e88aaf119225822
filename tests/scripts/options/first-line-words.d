#!/usr/sbin/dtrace -q -w -x strsize=8 -s
/*
 * Options in the first line as several words: Linux passes them as one.
 * @args 7
 */
BEGIN
{
	system("echo a shell");
	printf("%s %d\n", strjoin("abcdef", "ghijkl"), $1);
	exit(0);
}
