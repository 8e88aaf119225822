/*
 * A thread that ends leaves its CPU for good: it does not sleep.
 * @trigger lives
 * @lock lives
 */
#pragma D option quiet

sched:::off-cpu
/execname == "lives" && curthread->__state == 0x80/
{
	ended++;
}

sched:::sleep
/execname == "lives"/
{
	sleeps++;
	wrong += curthread->__state == 0x80;
}

END
{
	printf("threads that end: %d, that wait: %d, of them ended: %d\n", ended > 0, sleeps > 0, wrong);
}
