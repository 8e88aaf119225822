/*
 * @exit 1
 */
BEGIN { s = "x"; s += 1; x = 1; x += "y"; x %= "z"; }
