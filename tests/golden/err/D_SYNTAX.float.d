/*
 * @exit 1
 */
BEGIN { trace(1.5); trace(2e3); }
