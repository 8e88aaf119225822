/* each branch has its record; the register of a joined value */
test:::probe
{
	if (arg0 == 1)
		trace(arg1 > 2 ? arg3 : 7);
	else
		trace("none");
}
