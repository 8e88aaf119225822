/*
 * A histogram of bytes: each bucket is the sum of the weights in it.
 * @trigger work read:4:100 read:2:5000
 */
#pragma D option quiet

syscall::read:return
/pid == $target && (int)arg0 > 0/
{
	@["bytes by size of the read"] = quantize(arg0, arg0);
	@n["bytes by size, linear"] = lquantize(arg0, 0, 6000, 1000, arg0);
}
