/*
 * An argument of the probe has the type of its declaration: it fits into a variable of that type, and no warning
 * says that it is cut; into a narrower one it does not.
 */
#pragma D option quiet

int status, more;
this int one;
this short narrow;

proc:::exit
/pid == $pid && pid != $pid/
{
	status = args[0];
	this->one = args[0] == 1 ? 3 : args[0];
	more = args[0] + 3;
	this->narrow = args[0];
}

BEGIN
{
	exit(0);
}
