/*
 * Returns: arg0 and arg1 are the result, an error number with its sign.
 * @trigger calls 6
 */
#pragma D option quiet

syscall::sched_get_priority_max:return,
syscall::process_vm_readv:return
/pid == $target/
{
	@["max and readv", arg0, arg1, arg2] = count();
}

syscall::syscall_1000:return
/pid == $target/
{
	@["1000", arg0, arg1, arg2] = count();
}
