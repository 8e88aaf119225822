/*
 * @exit 1
 */
BEGIN { pid += 1; execname = "x"; timestamp++; arg0 <<= 1; }
