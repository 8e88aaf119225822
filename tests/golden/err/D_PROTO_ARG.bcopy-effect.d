/*
 * @exit 1
 */
BEGIN { a[0] = "x"; bcopy("y", a[n++], 1); }
