/*
 * self x; names no type: x is a variable that nobody knows.
 * @exit 1
 */
self x;
self z_t z;
BEGIN { trace(1); }
