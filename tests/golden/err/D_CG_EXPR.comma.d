/*
 * @exit 1
 */
BEGIN { trace(1), trace(2); }
