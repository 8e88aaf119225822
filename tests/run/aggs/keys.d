/*
 * Keys of all kinds, alone and together; rows by value, then by key.
 * @trigger loop 100
 */
#pragma D option quiet

loop$target:::tick
{
	@int64[arg1] = count();
	@int32[(int)arg1 - 2] = sum(arg0);
	@int16[(short)(arg1 - 2)] = min(arg0);
	@int8[(char)(arg1 - 2)] = max(arg0);
	@text["text"] = avg(arg0);
	@pair[execname, arg1] = count();
	@three[arg1 > 1, (char)arg1, "k"] = avg(-arg0);
	@uint8[(uint8_t)(arg1 - 2)] = count();
}
