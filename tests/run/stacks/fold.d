/*
 * The probe's second argument is one of four addresses in one function: there
 * is one row for usym(), ufunc() and umod(), with all values of the four, and
 * four rows for uaddr().
 * @trigger nest 1000
 */
#pragma D option quiet

nest$target:::inner {
	@sym[usym(arg1)] = count();
	@func[ufunc(arg1)] = min(arg0 + 5);
	@max[ufunc(arg1)] = max(arg0);
	@mod[umod(arg1)] = sum(arg0);
	@avg["f", usym(arg1), 1] = avg(arg0);
	@quant[usym(arg1)] = lquantize(arg0, 0, 1000, 500);
	@addr[uaddr(arg1)] = count();
}
END { printa("%A %@d\n", @sym); trunc(@sym); printa("gone %A %@d\n", @sym); }
