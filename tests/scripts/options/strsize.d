/*
 * Strings are cut to strsize, with the NUL at their end.
 * @trigger loop 1
 */
#pragma D option quiet
#pragma D option strsize=8

loop$target:::tick
{
	this->s = strjoin("abcdef", "ghijkl");
	printf("[%s] %d\n", this->s, strlen(this->s));
	printf("[%s]\n", copyinstr(arg2));
}
