/*
 * A thread waits five times for a mutex whose owner sleeps, and a sixth wait is interrupted.
 * @trigger locks tty 5
 */
#pragma D option quiet

lockstat:::adaptive-block
/pid == $target && execname == "waiter"/
{
	@["block", args[0] == (struct mutex *)arg0, args[1] == arg1 && arg1 > 0] = count();
	self->blocked = arg0;
}

lockstat:::adaptive-spin
/pid == $target && execname == "waiter"/
{
	@["spin", 0, 0] = count();
}

/* without a wait as well, if functions of the kernel can be probed */
lockstat:::adaptive-acquire
/pid == $target && execname == "waiter" && self->blocked/
{
	@["acquire", args[0] == (struct mutex *)arg0, self->blocked == arg0] = count();
	self->blocked = 0;
}

lockstat:::adaptive-acquire-error
/pid == $target && execname == "waiter"/
{
	@["error", args[0] == (struct mutex *)arg0, args[1]] = count();
}
