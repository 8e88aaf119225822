/*
 * Processes, threads and signals of one family of processes.
 * @trigger family
 */
#pragma D option quiet

proc:::create
/pid == $target/
{
	@["create", arg0 != 0] = count();
}

proc:::lwp-create
/pid == $target/
{
	@["lwp-create", arg0 == arg1] = count();
}

proc:::exec-success
/progenyof($target) && (execname == "family" || execname == "exe")/
{
	@["exec-success", 0] = count();
}

proc:::exit
/progenyof($target) && (execname == "family" || execname == "exe")/
{
	@["exit", arg0] = count();
}

proc:::lwp-exit
/progenyof($target) && (execname == "family" || execname == "exe")/
{
	@["lwp-exit", 0] = count();
}

proc:::signal-send
/pid == $target && arg2 == 10/
{
	@["signal-send", arg2] = count();
}

proc:::signal-discard
/pid == $target && arg2 == 12/
{
	@["signal-discard", arg2] = count();
}

proc:::signal-handle
/pid == $target && arg2/
{
	@["signal-handle", arg0] = count();
}
