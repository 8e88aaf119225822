/* @trigger loop 100 */
#pragma D option quiet

loop$target:::tick /arg0 < 10/ { @["less"] = count(); }
loop$target:::tick /arg0 >= 90 || !arg0/ { @["or, not"] = count(); }
loop$target:::tick /arg1 == 3 && arg0 > 50/ { @["and"] = count(); }
loop$target:::tick /arg1 == 3 ^^ arg0 > 50/ { @["xor"] = count(); }
loop$target:::tick /arg0 & 1/ { @["odd"] = count(); }
loop$target:::signed-value /arg0 < 0/ { @["negative char"] = count(); }
loop$target:::signed-value /arg1 < -10000000000/ { @["negative long"] = count(); }
loop$target:::signed-value /arg1 == arg0 * 1000000000/ { @["product"] = count(); }
loop$target:::tick /0/ { @["never"] = count(); }
loop$target:::tick /execname == "loop"/ { @["execname"] = count(); }
loop$target:::tick /execname != "loop"/ { @["other execname"] = count(); }
loop$target:::tick /pid == $target && tid == $target/ { @["pid"] = count(); }
loop$target:::tick /copyinstr(arg2) == "green"/ { @["green"] = count(); }
loop$target:::tick /copyinstr(arg2) < "green"/ { @["less than green"] = count(); }
