/*
 * The output of a script that prints nothing itself: in the order of the text, sorted by value.
 * @trigger loop 7
 */
#pragma D option quiet

loop$target:::tick
{
	@second[copyinstr(arg2)] = sum(-arg0);
	@first = count();
	@histogram[arg1 > 1] = quantize(arg0);
}
