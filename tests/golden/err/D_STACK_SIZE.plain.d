/*
 * @exit 1
 */
BEGIN { stack(0); trace(stack(pid)); @[stack(-3)] = count(); @[stack("x")] = count(); }
