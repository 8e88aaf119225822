/*
 * clear() sets all values to zero and keeps the keys; smaller extremes count
 * after it. END prints only the values of later firings.
 * @trigger loop 100
 */
#pragma D option quiet

loop$target:::tick /arg0 < 90/ { @count[arg1] = count(); @max = max(1000 - arg0); @min[arg1] = min(arg0 - 1000); }
loop$target:::tick /arg0 < 90/ { @q = quantize(arg0); @avg = avg(arg0); @dev = stddev(arg0); @sum["all"] = sum(arg0); }
END
{
	printa("%d %@d\n", @count);
	printa("%@d\n", @max);
	clear(@count);
	clear(@max);
	clear(@min);
	clear(@avg);
	clear(@dev);
	clear(@sum);
	clear(@q);
	printa("%d %@d\n", @count);
	printa("%@d\n", @max);
	printa("%d %@d\n", @min);
	printa("%@d %@d\n", @avg, @dev);
	printa(@q);
}
