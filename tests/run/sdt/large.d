/*
 * A program that must be cut into parts, with a record and stacks. Another program at the
 * same tracepoint has the same stack: both begin with a function of the kernel itself.
 * @args -x proginsns=64
 * @trigger family
 */
#pragma D option quiet

sdt:sched::sched_process_exec
/args[1] == $target || progenyof($target)/
{
	this->text = strjoin(basename(args[0]), "!");
	self->pid = args[1];
	@texts[this->text, substr(this->text, 1, 3), args[0][0], args[1] == self->pid] = count();
	@tops[stack(2)] = count();
	@callers[stackdepth > 3, func(caller)] = count();
	@ends[strlen(args[0]) > 3, args[2] == pid] = count();
}

rawtp:sched::sched_process_exec
/pid == $target || progenyof($target)/
{
	@tops[stack(2)] = count();
	@callers[stackdepth > 3, func(caller)] = count();
}

END
{
	printa("%@d with one stack\n", @tops);
	printa("%d %@d with one caller\n", @callers);
	printa(@texts);
	printa(@ends);
}
