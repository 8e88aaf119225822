/*
 * @exit 1
 */
BEGIN { trace(); }
