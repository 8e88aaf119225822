/*
 * @exit 1
 */
BEGIN { stack(1, 2); }
