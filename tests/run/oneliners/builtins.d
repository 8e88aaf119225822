/*
 * The built-in names that scripts use most, in the three scopes of variables.
 * @trigger loop 2
 */
#pragma D option quiet

loop$target:::tick
{
	self->ts = timestamp;
	this->late = timestamp - self->ts < 1000000000;
	last[execname, pid == $target] = walltimestamp / 1000000000 > 1600000000;
	printf("%d %d %d %s\n", arg0, this->late, last[execname, 1],
	    stringof(curthread->comm));
	printf("%d%d%d%d%d\n", arg5, arg6, arg7, arg8, arg9);
	self->ts = 0;
}
