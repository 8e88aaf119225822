#!/usr/sbin/dtrace -s
/*
 * A variable of the kernel by its symbol, in fixed point with 11 bits: never negative, and less than a million.
 * @needs kprobe
 */
#pragma D option quiet

BEGIN
{
	this->load = *(unsigned long *)&`avenrun;
	printf("%s\n", this->load >> 11 < 1000000 ? "plausible" : "not plausible");
	printf("%d\n", (this->load & 2047) * 100 >> 11 < 100);
	exit(0);
}
