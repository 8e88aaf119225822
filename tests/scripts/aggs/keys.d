/*
 * Keys of all types, in the default layout.
 * @trigger loop 4
 */
#pragma D option quiet

loop$target:::tick
{
	@[copyinstr(arg2), (int)arg0, (uint8_t)arg1, (int64_t)arg0 * 10000000000, (char)65] = count();
}
