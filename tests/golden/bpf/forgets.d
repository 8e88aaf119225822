/*
 * A kernel that forgets the bounds of spilled numbers: the CPU is compared where it is used.
 *
 * @args -f
 */
test:::probe
{
	@[(char)arg0, pid] = sum(arg1);
	@all = count();
}
