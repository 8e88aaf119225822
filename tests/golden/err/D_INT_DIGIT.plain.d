/*
 * @exit 1
 */
BEGIN { trace(09); trace(1x); trace(0xg); trace(5uu); }
