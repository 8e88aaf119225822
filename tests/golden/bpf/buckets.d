/* the number of a bucket is straight code */
test:::probe
{
	@linear = lquantize(arg0, -20, 100, 10);
	@log = llquantize(arg0, 10, 1, 3, 10, arg1);
}
