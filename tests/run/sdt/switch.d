/*
 * A record's fields describe the thread that leaves the CPU and the one that gets it; values that a script
 * keeps in self-> and this->, prints, or uses as a key are copies. The last of more than ten fields.
 * @trigger sockets
 * @lock sockets
 */
#pragma D option quiet

sdt:sched::sched_switch
{
	@wrong = sum(args[0] != execname || args[1] != tid || stringof(curthread->comm) != args[0]);
	@same = sum(args[1] == args[5]);
}

sdt:sock::inet_sock_set_state
/args[5] == 2 && pid == $target && args[1] == 7 && args[2] == 2/
{
	this->to = args[8];
	self->from = args[7][3];
	printf("%d.%d.%d.%d port %d, from %d\n", args[8][0], this->to[1], args[8][2], this->to[3], args[4] != 0, self->from);
	tracemem(args[8], 4);
	tracemem(args[10], 16);
	printf("\n%d", args[10][15]);
}
