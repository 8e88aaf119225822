/*
 * @exit 1
 */
BEGIN { trace(18446744073709551616); trace(0x1ffffffffffffffff); }
