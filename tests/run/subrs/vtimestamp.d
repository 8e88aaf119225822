/*
 * vtimestamp advances like the thread's CPU time (to 20 ms, the error of a
 * tick and a hypervisor), not while it sleeps; timestamp does.
 * @trigger ontime
 */
#pragma D option quiet

uint64_t v, t;
int64_t spent, off;
int begun;

ontime$target:::now
/begun/
{
	off = (int64_t)(vtimestamp - v) - (arg0 - spent);
	printf("%s; %d\n", off > -20000000 && off < 20000000 ? "as CPU time" : lltostr(off),
	    timestamp - t > 55000000);
}
ontime$target:::now
{
	begun = 1;
	v = vtimestamp;
	t = timestamp;
	spent = arg0;
}
