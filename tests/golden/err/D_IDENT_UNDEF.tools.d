/*
 * @exit 1
 */
BEGIN {
	trace(comm);
	trace(tgid);
	trace(nsecs);
	trace(elapsed);
	trace(retval);
	trace(curtask);
	trace(username);
	trace(pp);
	trace(ppfunc);
}
