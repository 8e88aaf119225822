/*
 * timestamp lies between the times that the program took before and after,
 * and is the same all through a firing.
 * @trigger clock 1000
 */
#pragma D option quiet

clock$target:::before /timestamp >= arg0/ { @["not before"] = count(); }
clock$target:::before /timestamp - arg0 < 1000000000/ { @["soon after"] = count(); }
clock$target:::before /timestamp == timestamp/ { @["fixed"] = count(); }
