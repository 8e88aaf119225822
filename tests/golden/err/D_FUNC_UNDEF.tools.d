/*
 * @exit 1
 */
BEGIN {
	kstack();
	str();
	kstr();
	buf();
	ksym();
	ntop();
	zero();
	println();
	user_string();
	kernel_string();
	gettimeofday_ns();
	task_current();
	print_backtrace();
	print_ubacktrace();
	time("%H");
	join(1);
	memref(1, 8);
	memstr(1, 0, 3);
	printm(1);
	@a = hist(1);
	@b = lhist(1);
	@c = hist_log(1);
	@d = hist_linear(1);
}
