#!/usr/sbin/dtrace -s
/*
 * Sizes of reads as histograms of powers of two; requested against returned bytes.
 * @trigger work read:3:10 read:2:100 read:1:4096
 */
#pragma D option quiet

syscall::read:entry
/pid == $target/
{
	@asked["asked (bytes)"] = quantize(arg2);
	self->asked = arg2;
}

syscall::read:return
/self->asked && (int)arg0 > 0/
{
	@got["got (bytes)"] = quantize(arg0);
	shorter += arg0 != self->asked;
	self->asked = 0;
}

END
{
	printf("%d reads were short\n", shorter);
}
