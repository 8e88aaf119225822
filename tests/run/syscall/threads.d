/*
 * Calls of threads of a command: like a command before its exec, they come from a fork without an exec.
 * @trigger workers 1
 */
#pragma D option quiet

syscall::prctl:entry
/pid == $target && arg0 == 15/
{
	@names[tid == pid ? "first" : "other"] = count();
}

syscall::prctl:return
/pid == $target && tid != pid/
{
	@returns = count();
}
