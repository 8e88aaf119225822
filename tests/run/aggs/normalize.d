/*
 * normalize() divides the shown values, in a way that depends on the function, until
 * denormalize(); counting goes on; order and bars do not change; 0 at run time is refused.
 * @trigger loop 100
 */
#pragma D option quiet

loop$target:::tick
{
	@count[arg1] = count();
	@sum = sum(-arg0);
	@avg = avg(arg0);
	@max = max(arg0);
	@dev = stddev(arg0 * 10);
	@one = stddev(10099);
	@q = quantize(arg1);
	@order[arg1] = sum(arg1 - 4);
}
loop$target:::tick /arg0 == 3/ { normalize(@count, 4); normalize(@sum, 100); normalize(@avg, 7); normalize(@dev, arg0 + 7); }
loop$target:::tick /arg0 == 3/ { normalize(@q, 10); normalize(@one, 7); normalize(@max, 2); normalize(@max, arg0 - 3); normalize(@order, 100); }
END { printa("%d %@d\n", @count); denormalize(@count); printa("%d %@d\n", @count); }
END { normalize(@count, -1); printa("%d %@d\n", @count); normalize(@count, 3); }
