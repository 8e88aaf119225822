/*
 * printa(@a): a newline, then the rows as at the end.
 * @filter cpu
 * @trigger loop 6
 * @filter pid
 */
loop$target:::tick { @a[arg1, "k"] = sum(arg0); @n = count(); @q = quantize(arg0); }
loop$target:::done { printa(@a); printa(@n); printa(@q); }
