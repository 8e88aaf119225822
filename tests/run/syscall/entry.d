/*
 * System calls by name, by pattern, all of them, with unknown numbers; each
 * clause runs at its own calls, though they share one program. Calls of the
 * 32-bit kind do not match.
 * @trigger calls 6
 */
#pragma D option quiet

syscall::sched_get_priority_max:entry
/pid == $target && arg5 == 0x5ca11/
{
	@one["max", arg0] = count();
}

syscall::sched_get_priority_m*:entry
/pid == $target && arg5 == 0x5ca11/
{
	@two["max and min"] = count();
}

syscall::sched_get_priority_max:entry,
syscall::process_vm_readv:entry
/pid == $target && arg5 == 0x5ca11/
{
	@three["max and readv"] = count();
}

syscall:::entry
/pid == $target && arg5 == 0x5ca11/
{
	@four["all"] = count();
}

syscall::syscall_1000:entry
/pid == $target/
{
	@five["syscall_1000", arg0] = count();
}

syscall::writev:entry
/pid == $target/
{
	@six["never"] = count();
}

syscall::process_vm_readv:entry
/pid == $target/
{
	@seven["readv", arg0, arg1, arg2, arg3, arg4, arg5, arg6] = count();
}
