/*
 * @exit 1
 */
BEGIN /speculate(1)/ { trace(1); }
