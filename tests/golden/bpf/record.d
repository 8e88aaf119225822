/* one record of two actions; its time is taken last */
test:::probe
{
	trace((char)arg1);
	printf("%s %d", execname, tid);
}
