/*
 * A call that restores interrupted registers, and so the result of the interrupted call: it returns, too.
 * @trigger family
 */
#pragma D option quiet

syscall::rt_sigreturn:entry,
syscall::rt_sigreturn:return
/pid == $target/
{
	printf("%s %s %d\n", probefunc, probename, probename == "return" ? (int)arg0 : 0);
	self->calls++;
}

syscall:::entry
/pid == $target && probefunc == "rt_sigreturn"/
{
	@["of all", probename] = count();
}

syscall:::return
/pid == $target && probefunc == "rt_sigreturn"/
{
	@["of all", probename] = count();
}

/* there is no such call */
syscall:::return
/pid == $target && strstr(probefunc, "syscall_") != NULL/
{
	@[probefunc, probename] = count();
}
