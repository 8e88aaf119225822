/* the header is above the bars when keys are symbols, which are wider */
#pragma D option agghist
#pragma D option aggpack
#pragma D option encoding=ascii
#pragma D option quiet

BEGIN
{
	this->f = (uintptr_t)&`do_exit;
	@calls[func(this->f), 1] = count();
	@sizes[func(this->f)] = quantize(4);
	exit(0);
}
