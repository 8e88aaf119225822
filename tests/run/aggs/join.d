/*
 * Aggregations with all functions in one printa(): missing values are 0, rows
 * are ordered by the first one or aggsortpos; each has its own normal.
 * @trigger loop 20
 * @args -x aggsortpos=2
 */
#pragma D option quiet

loop$target:::tick { @count[arg1] = count(); }
loop$target:::tick /arg1 & 1/ { @dev[arg1] = stddev(arg0); @max[arg1] = max(-arg0); }
loop$target:::tick /arg1 < 2/ { @avg[arg1] = avg(arg0); @l[arg1] = lquantize(arg0, 0, 20, 10); @extra[arg1 + 10] = sum(7); }
END
{
	normalize(@avg, 2);
	printa("%d: %@d %@d %@d %@d\n", @count, @dev, @max, @avg);
	printa("%d: %@d %@d\n", @extra, @avg);
	printa(@avg, @count);
	printa("%d %@d%@d\n", @l, @count);
}
