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
	trace(curproc->p_pid);
	trace(jid);
	trace(jailname);
	trace(machtimestamp);
}
