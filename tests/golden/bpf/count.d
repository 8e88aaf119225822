/* the program whose cost is measured */
test:::probe
{
	@ = count();
}
