/*
 * exec-failure has the errno that the system call has, EINTR where another thread's exec has interrupted it. How many
 * calls begin in time varies: rows whose two counts differ are errors.
 * @trigger execrace
 * @awk $2 != $3 { print "errno", $1, $2, $3 } END { print "done" }
 */
#pragma D option quiet

proc:::exec-failure
/progenyof($target)/
{
	@failed[args[0]] = count();
}

syscall::execve:return
/progenyof($target) && arg1 < 0/
{
	@returned[errno] = count();
}

END
{
	printa("%d %@d %@d\n", @failed, @returned);
}
