/*
 * Predicates by process, program, function, and their combinations.
 * @trigger work read:3:10 write:2:10
 */
#pragma D option quiet

syscall:::entry
/execname == "work" && pid == $target && (probefunc == "read" || probefunc == "write") && arg2 == 10/
{
	@[probefunc] = count();
}

syscall::read:entry
/!(pid != $target)/
{
	@["not another"] = count();
}

syscall::read:entry
/pid == $target && pid == $target - 0 && $target > 1 && arg0 ^^ 0/
{
	@["exclusive or"] = count();
}
