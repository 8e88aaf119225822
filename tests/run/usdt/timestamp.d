/*
 * timestamp lies between the times that the program read before and after, and
 * is constant during a firing.
 * @trigger clock 1000
 */
#pragma D option quiet

clock$target:::before /timestamp >= arg0/ { @["not before"] = count(); }
clock$target:::before /timestamp - arg0 < 1000000000/ { @["soon after"] = count(); }
clock$target:::before /timestamp == timestamp/ { @["fixed"] = count(); }
