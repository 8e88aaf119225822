/*
 * @exit 1
 */
BEGIN { trace(copyoutstr("x", 16, 2)); }
