#!/usr/sbin/dtrace -s
/*
 * Seek distances of programs, as a histogram of the gap between the end of one request and the start of the next.
 * @trigger work seek:6:4096 seek:2:10
 */
#pragma D option quiet

self int64_t last;

syscall::lseek:return
/pid == $target && (int)arg0 >= 0/
{
	this->far = (int64_t)arg0 - self->last > 0 ? (int64_t)arg0 - self->last : self->last - (int64_t)arg0;
	@jumps[pid == $target ? "the command" : "another"] = quantize(this->far);
	self->last = arg0;
}
