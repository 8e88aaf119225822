/*
 * @exit 1
 */
BEGIN { trace(strlne("a")); prinf("x"); }
BEGIN { @a = cuont(); @b = qantize(1); }
BEGIN { prinft("x"); }
