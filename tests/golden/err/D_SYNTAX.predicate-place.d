/*
 * @exit 1
 */
/1/ { trace(1); }
BEGIN /x == 1 { trace(1); }